# Bash ends words at `:` and `=`. Here words are whole, as in agents such as net:world=1.
_spariglio() {
    local line="${COMP_LINE:0:COMP_POINT}" words=() last=-1 word i head
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word="${COMP_WORDS[i]}"
        if [[ $i == 0 || $line == [[:blank:]]* ]]; then
            line="${line#"${line%%[![:blank:]]*}"}"
            words[++last]=""
        fi
        words[last]+="${line:0:${#word}}"
        line="${line:${#word}}"
    done
    word="${words[last]}"
    head="${word%"${word##*[:=]}"}"
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$last
    _clap_complete_spariglio "$1" "$word" "$3"
    COMPREPLY=("${COMPREPLY[@]#"$head"}")
}
complete -o nospace -o bashdefault -F _spariglio spariglio
