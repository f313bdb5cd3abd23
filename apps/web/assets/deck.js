//! The deck: loads the drawings of the cards in the chosen style, which this browser remembers, and the menu of styles.

import { html, useEffect, useRef, useState } from './preact.js';
import { t } from './words.js';

const KEY = 'spariglio.cards';
const STYLES = ['regional', 'french', 'plain'];
/** Time until a deck that did not come is asked for again, in milliseconds. */
const AGAIN = 2000;

/** The chosen style. */
export function chosenStyle() {
  const kept = localStorage.getItem(KEY);
  return STYLES.includes(kept) ? kept : STYLES[0];
}

const address = style => new URL(`./cards-${style}-${document.documentElement.lang}.svg`, import.meta.url);

/** Draws all cards in the chosen style: every picture of a card on the page uses a symbol of the deck. */
export async function loadDeck() {
  const style = chosenStyle();
  try {
    const answer = await fetch(address(style));
    if (!answer.ok) throw new Error(answer.statusText);
    const drawn = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
    if (style === chosenStyle()) document.getElementById('deck').replaceChildren(drawn);
  } catch {
    setTimeout(loadDeck, AGAIN);
  }
}

/** The menu of styles, each with two of its cards. */
export function DeckMenu() {
  const [style, setStyle] = useState(chosenStyle);
  const [isOpen, setOpen] = useState(false);
  const box = useRef(null);
  const draw = () => {
    setStyle(chosenStyle());
    loadDeck();
  };
  useEffect(() => {
    const onStorage = event => event.key === KEY && draw();
    const onPress = event => box.current.contains(event.target) || setOpen(false);
    addEventListener('storage', onStorage);
    addEventListener('pointerdown', onPress);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('pointerdown', onPress);
    };
  }, []);
  useEffect(() => {
    box.current.querySelector('fieldset')?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const choose = name => {
    localStorage.setItem(KEY, name);
    draw();
  };
  // The keys of the page do not work in the menu: arrows choose a style there.
  const onKey = event => {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    setOpen(false);
    box.current.querySelector('summary').focus();
  };
  const onLeave = event => {
    if (event.relatedTarget && !box.current.contains(event.relatedTarget)) setOpen(false);
  };
  return html`<details ref=${box} class="deck" open=${isOpen} onToggle=${event => setOpen(event.currentTarget.open)} onKeyDown=${onKey} onfocusout=${onLeave}>
    <summary><svg viewBox="0 0 56 100" aria-hidden="true" focusable="false"><use href="#card-back" /></svg><span>${t('deck.title')}</span></summary>
    ${isOpen && html`<fieldset class="panel"><legend class="unseen">${t('deck.title')}</legend>
      ${STYLES.map(name => html`<label key=${name}><input type="radio" name="deck" checked=${name === style} onChange=${() => choose(name)} />
        <img src=${address(name)} alt="" width="69" height="60" /> ${t(`deck.${name}`)}</label>`)}
    </fieldset>`}
  </details>`;
}
