//! Share links: deflated records in the fragment of the address, which browsers do not send to servers.

import { t } from './words.js';

/** Maximum size of an unpacked share link, in bytes. */
const LARGEST = 16 * 1024 * 1024;

async function through(bytes, stream, limit = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new Error(t('share.too_large'));
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Records without their derived fields. */
export function slim(line) {
  const { rules, dealer, hands, table, stock, turns, match } = JSON.parse(line);
  const kept = { rules, dealer, hands, table, stock, turns: turns.map(({ seat, action }) => ({ seat, action })) };
  return JSON.stringify(match ? { ...kept, match } : kept);
}

/** Packs a text for an address. */
export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Unpacks a text from an address. */
export async function unpack(code) {
  try {
    const letters = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, letter => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, new DecompressionStream('deflate-raw'), LARGEST));
  } catch (error) {
    throw new Error(error.message === t('share.too_large') ? error.message : t('share.broken'));
  }
}

/** Whether the links of this page work on this computer only. */
export const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

/** The packed part of a share link; null if the text is none. */
export const codeOf = text => text.trim().match(/#d=([\w-]+)$/)?.[1] ?? null;

/** The link that opens a review of these record lines. */
export const shareLink = async lines => `${location.origin}/review#d=${await pack(`${lines.map(slim).join('\n')}\n`)}`;
