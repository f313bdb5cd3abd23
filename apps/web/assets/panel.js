//! A collapsible part of the page.

import { html, useState } from './preact.js';

/** Its contents are only drawn while it is open, unless `isKept` is set. */
export function Panel({ title, isOpen = false, isKept = false, children, extra = '' }) {
  const [open, setOpen] = useState(isOpen);
  return html`<details class=${`panel ${extra}`} open=${open} onToggle=${event => setOpen(event.currentTarget.open)}>
    <summary><h2>${title}</h2></summary>
    ${(open || isKept) && children}
  </details>`;
}
