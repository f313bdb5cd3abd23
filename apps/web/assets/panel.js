//! A collapsible part of the page.

import { html, useState } from './preact.js';

export function Panel({ title, isOpen = false, children, extra = '' }) {
  const [open, setOpen] = useState(isOpen);
  return html`<details class=${`panel ${extra}`} open=${open} onToggle=${event => setOpen(event.currentTarget.open)}>
    <summary><h2>${title}</h2></summary>
    ${open && children}
  </details>`;
}
