//! Announcements to assistive technology. Also restores the focus when the focused element is removed.

const LINES = 30;

/** Says `text` in the polite live region. */
export function say(text) {
  const region = document.getElementById('live');
  if (!region || !text) return;
  const line = document.createElement('p');
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > LINES) region.firstElementChild.remove();
}

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
let last = null;

function remember(event) {
  const element = event.target;
  const chain = [];
  for (let at = element.parentElement; at && at.id !== 'app'; at = at.parentElement) {
    chain.push({ parent: at, place: reachable(at).indexOf(element) });
  }
  last = { element, chain };
}

const isShown = element => element.getClientRects().length > 0;
const reachable = parent => [...parent.querySelectorAll(FOCUSABLE)].filter(isShown);

/** Moves the focus to an element near the removed one. */
function restore() {
  const active = document.activeElement;
  const isParked = active?.hasAttribute('data-parked');
  if (isParked) {
    const inside = reachable(active);
    if (inside.length) inside[Math.min(last?.at ?? 0, inside.length - 1)].focus({ preventScroll: true });
    return;
  }
  if (!last || last.element.isConnected || (active && active !== document.body)) return;
  for (const { parent, place } of last.chain) {
    if (!parent.isConnected || !isShown(parent)) continue;
    const inside = reachable(parent);
    if (inside.length) {
      inside[Math.min(Math.max(place, 0), inside.length - 1)].focus({ preventScroll: true });
    } else {
      park(parent, Math.max(place, 0));
    }
    return;
  }
}

function park(element, at) {
  element.tabIndex = -1;
  element.setAttribute('data-parked', '');
  element.focus({ preventScroll: true });
  last = { element, chain: [], at };
  element.addEventListener('blur', () => {
    element.removeAttribute('data-parked');
    element.removeAttribute('tabindex');
  }, { once: true });
}

/** Restores the focus when it gets lost. */
export function keepFocus() {
  document.addEventListener('focusin', remember);
  new MutationObserver(restore).observe(document.getElementById('app'), { childList: true, subtree: true });
}
