/* Plays a hand of Scopa: the champion against the club player. With a file of a network, the champion searches with it.
 *
 *     gcc -Wall -Wextra -I dist/bot/c apps/bot/examples/hand.c dist/bot/c/libspariglio.a -lpthread -ldl -lm -o hand
 *     ./hand dist/bot/npm/networks/scopa.safetensors
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spariglio.h"

/* The end of the JSON value at `text`. */
static const char *value_end(const char *text) {
    int depth = 0, quoted = 0;
    for (;; text++) {
        if (*text == '\0') return text;
        if (quoted) {
            if (*text == '\\') text++;
            else if (*text == '"') quoted = 0;
            continue;
        }
        if (*text == '"') quoted = 1;
        else if (strchr("{[", *text)) depth++;
        else if (strchr("}],", *text) && depth == 0) return text;
        else if (strchr("}]", *text)) depth--;
    }
}

/* A copy of the value of a field of a JSON object; null if there is none. */
static char *field(const char *object, const char *name) {
    const char *at = object + 1;
    while (*at == '"') {
        const char *key = at + 1, *colon = strchr(key, ':');
        const char *end = value_end(colon + 1);
        if ((size_t)(colon - key - 1) == strlen(name) && strncmp(key, name, strlen(name)) == 0) {
            size_t length = (size_t)(end - colon - 1);
            char *value = malloc(length + 1);
            memcpy(value, colon + 1, length);
            value[length] = '\0';
            return value;
        }
        at = *end == ',' ? end + 1 : end;
    }
    return NULL;
}

/* Asks a question whose text is made like that of printf, and ends the program if it is at fault. */
static char *ask(SpariglioBot *bot, const char *function, const char *format, const char *one, const char *two) {
    char question[65536];
    snprintf(question, sizeof question, format, one, two);
    char *answer = spariglio_ask(bot, function, question);
    char *error = field(answer, "error");
    if (error) {
        fprintf(stderr, "%s: %s\n", function, error);
        exit(1);
    }
    return answer;
}

static void load(SpariglioBot *bot, const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    uint8_t *bytes = malloc((size_t)length);
    if (fread(bytes, 1, (size_t)length, file) != (size_t)length) exit(1);
    fclose(file);
    char *answer = spariglio_load(bot, bytes, (size_t)length);
    printf("%s\n", answer);
    spariglio_text_free(answer);
    free(bytes);
}

int main(int count, char **words) {
    SpariglioBot *bot = spariglio_new();
    if (count > 1) load(bot, words[1]);
    char *turn = ask(bot, "deal", "{\"rules\":\"%s\",\"seed\":%s}", "scopa", "7");
    char *seat = field(turn, "seat"), *record = field(turn, "record");
    while (strcmp(seat, "null") != 0) {
        const char *level = strcmp(seat, "0") == 0 ? "club" : "champion";
        char *answer = ask(bot, "decide", "{\"record\":%s,\"level\":\"%s\"}", record, level);
        char *action = field(answer, "action");
        printf("seat %s (%s): %s\n", seat, level, action);
        spariglio_text_free(turn);
        turn = ask(bot, "play", "{\"record\":%s,\"action\":%s}", record, action);
        free(seat);
        free(record);
        free(action);
        spariglio_text_free(answer);
        seat = field(turn, "seat");
        record = field(turn, "record");
    }
    char *score = ask(bot, "score", "{\"record\":%s%s}", record, "");
    printf("%s\n", score);
    spariglio_text_free(score);
    spariglio_text_free(turn);
    free(seat);
    free(record);
    spariglio_free(bot);
    return 0;
}
