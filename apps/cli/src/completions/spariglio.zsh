#compdef spariglio
# Not clap's script: that one does nothing at the first key after autoload, and ends `option=` with a blank.
_spariglio() {
    local -a all open
    all=("${(@f)$(COMPLETE=zsh _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) spariglio -- "${words[@]}" 2>/dev/null)}")
    open=("${(@M)all:#*[=/](|:*)}")
    all=("${(@)all:#*[=/](|:*)}")
    [[ -n $open ]] && _describe -V values open -S ''
    [[ -n $all ]] && _describe -V values all
}
if [[ $funcstack[1] == _spariglio ]]; then _spariglio "$@"; else compdef _spariglio spariglio; fi
