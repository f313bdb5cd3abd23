//! The host of the tables: the server of these pages. Pages without a server have another host (`apps/web/alone`).

/** Whether there is a server, and what it offers beside tables. */
export const OFFERS = { server: true, reviews: true, guests: true };

/** The path of this page. */
export const here = () => location.pathname;

/** The address of a page with a query. */
export const addressOf = (path, query) => (query.size ? `${path}?${query}` : path);

/** Sends a request. Returns its status and its text; fails if nobody answers. */
export async function send(method, path, { headers, body, signal }) {
  const answer = await fetch(path, { method, headers, body, signal, cache: 'no-store' });
  return { status: answer.status, text: await answer.text() };
}

/** Hears news called `name` of a stream, until its `close()`. */
export function listen(path, name, { onNews, onOpen, onError }) {
  const source = new EventSource(path);
  source.addEventListener(name, event => onNews(JSON.parse(event.data)));
  source.onopen = onOpen;
  source.onerror = onError;
  return source;
}
