// Referee and bot for the Scopa family of card games, by WebAssembly. Runs in Node, in pages and in workers.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The bytes of a file of this package, or at any address. */
async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:') {
    const files = await import(/* @vite-ignore */ 'node:fs/promises');
    return files.readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** A question at fault: `field`, `expected` and `found` say why. */
export class BotError extends Error {
  constructor({ field, expected, found, text }) {
    super(text);
    Object.assign(this, { name: 'BotError', field, expected, found });
  }
}

/** Answers questions. Make one with `await Bot.create()`. */
export class Bot {
  #module;
  #bot;

  constructor(module) {
    this.#module = module;
    this.#bot = module.spariglio_new();
  }

  /** Loads the module; `source` is its address or its bytes, if it is not beside this file. */
  static async create(source = 'spariglio.wasm') {
    const told = (place, length) => decoder.decode(new Uint8Array(instance.exports.memory.buffer, place, length));
    const imports = {
      env: {
        spariglio_now: () => performance.now(),
        spariglio_panic: (place, length) => {
          throw new Error(`spariglio: ${told(place, length)}`);
        },
      },
    };
    const { instance } = await WebAssembly.instantiate(await bytesOf(source), imports);
    return new Bot(instance.exports);
  }

  /** Adds the network of a game: the name of a file in `networks`, another address, or its bytes. */
  async load(source) {
    const address = typeof source === 'string' && /^\w+$/.test(source) ? `networks/${source}.safetensors` : source;
    const bytes = new Uint8Array(await bytesOf(address));
    return this.#with(bytes, place => this.#module.spariglio_load(this.#bot, place, bytes.length));
  }

  /** Answers a question to a function of docs/reference/bot.md. Throws a `BotError` if the question is at fault. */
  ask(name, question = {}) {
    const texts = [name, JSON.stringify(question)].map(text => encoder.encode(`${text}\0`));
    return this.#with(texts[0], first =>
      this.#with(texts[1], second => this.#module.spariglio_ask(this.#bot, first, second), false));
  }

  /** Frees the memory of the bot; it answers nothing more. */
  free() {
    this.#module.spariglio_free(this.#bot);
    this.#bot = 0;
  }

  /** Calls with bytes in the memory of the module, and reads the answer. */
  #with(bytes, call, reads = true) {
    const place = this.#module.spariglio_bytes_new(bytes.length);
    new Uint8Array(this.#module.memory.buffer, place, bytes.length).set(bytes);
    const answer = call(place);
    this.#module.spariglio_bytes_free(place, bytes.length);
    return reads ? this.#read(answer) : answer;
  }

  #read(place) {
    const memory = new Uint8Array(this.#module.memory.buffer);
    const answer = JSON.parse(decoder.decode(memory.subarray(place, memory.indexOf(0, place))));
    this.#module.spariglio_text_free(place);
    if (answer.error) throw new BotError(answer.error);
    return answer;
  }
}
