/* Answers questions to `decide`: one per line of standard input, one answer per line. Usage: ask NETWORK... */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spariglio.h"

#define LONGEST (1 << 16)

static int load(SpariglioBot *bot, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) return 0;
    size_t length = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(length);
    int is_read = bytes && fread(bytes, 1, length, file) == length;
    if (is_read) {
        char *answer = spariglio_load(bot, bytes, length);
        is_read = !strstr(answer, "\"error\"");
        spariglio_text_free(answer);
    }
    free(bytes);
    fclose(file);
    return is_read;
}

int main(int count, char **paths) {
    static char line[LONGEST];
    SpariglioBot *bot = spariglio_new();
    for (int place = 1; place < count; place++) {
        if (!load(bot, paths[place])) {
            fprintf(stderr, "%s: no network\n", paths[place]);
            return 1;
        }
    }
    while (fgets(line, LONGEST, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *answer = spariglio_ask(bot, "decide", line);
        puts(answer);
        fflush(stdout);
        spariglio_text_free(answer);
    }
    spariglio_free(bot);
    return 0;
}
