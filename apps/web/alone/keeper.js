//! Keeps the files of the page without a server in the browser, so that it opens without a network.

/** The version of the files, and their names; set when the page is made. */
const VERSION = '{{version}}';
const FILES = {{files}};
const LATER = {{later}};

addEventListener('install', event => {
  skipWaiting();
  event.waitUntil(caches.open(VERSION).then(cache => cache.addAll(FILES)));
});

addEventListener('activate', event => {
  const old = caches.keys().then(names => Promise.all(names.filter(name => name.startsWith('spariglio-') && name !== VERSION).map(name => caches.delete(name))));
  event.waitUntil(Promise.all([old, clients.claim()]));
  // Networks come afterwards: whoever plays at once does not wait for them.
  caches.open(VERSION).then(cache => cache.addAll(LATER)).catch(() => {});
});

addEventListener('fetch', event => {
  if (event.request.method !== 'GET') return;
  const kept = caches.open(VERSION).then(cache => cache.match(event.request, { ignoreSearch: event.request.mode === 'navigate' }));
  event.respondWith(kept.then(answer => answer ?? fetch(event.request)));
});
