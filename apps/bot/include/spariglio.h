/* Spariglio: referee and bot for the Scopa family of card games.
 *
 * All questions and answers are JSON objects in UTF-8; docs/reference/bot.md has the list of functions and fields.
 * A bot serves one thread at a time. Bots of several threads share nothing.
 */
#ifndef SPARIGLIO_H
#define SPARIGLIO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Answers questions; keeps the rule sets and agents that it has made. */
typedef struct SpariglioBot SpariglioBot;

/* Makes a bot. Free it with spariglio_free. */
SpariglioBot *spariglio_new(void);

/* Frees a bot; null is ignored. */
void spariglio_free(SpariglioBot *bot);

/* Answers a question to a function such as "decide". The answer is never null; free it with spariglio_text_free. If the
 * question is at fault, the answer has the field "error". */
char *spariglio_ask(SpariglioBot *bot, const char *function, const char *request);

/* Adds the network of a file (NAME.safetensors) for the game that it has learnt. The answer names the game. */
char *spariglio_load(SpariglioBot *bot, const uint8_t *bytes, size_t length);

/* Frees an answer; null is ignored. */
void spariglio_text_free(char *text);

/* Memory inside a WebAssembly module, for its host. */
uint8_t *spariglio_bytes_new(size_t length);
void spariglio_bytes_free(uint8_t *bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
