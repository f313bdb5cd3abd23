//! Settings of the table: automatic declarations, the seats held here, links for other persons.

import { html, useEffect, useRef, useState } from './preact.js';
import { dropKeys, keysOf, post, to, wordsOf } from './api.js';
import { OFFERS } from './host.js';
import { say } from './live.js';
import { Panel } from './panel.js';
import { Speed } from './pace.js';
import { isLocal } from './share.js';
import { SoundSwitch } from './sound.js';
import { TeachSetting } from './teach.js';
import { seatName, t } from './words.js';

/** Copies `text`. Returns whether that worked. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(t('copy.done'));
    return true;
  } catch {
    say(t('copy.failed'));
    return false;
  }
}

/** A text with a button that copies it. */
export function CopyField({ label, text }) {
  const [state, setState] = useState('');
  const onCopy = async () => setState((await copy(text)) ? t('copy.done') : t('copy.failed'));
  return html`<div class="copy"><label>${label}<input type="text" readonly value=${text} onFocus=${event => event.currentTarget.select()} /></label>
    <button type="button" onClick=${onCopy}>${t('copy.copy')}</button> <span class="muted">${state}</span></div>`;
}

/** Gives the match up, after a question. The focus goes to the answer that changes nothing. */
function GiveUp({ onGiveUp }) {
  const [isAsked, setAsked] = useState(null);
  const safe = useRef(null);
  useEffect(() => {
    if (isAsked !== null) safe.current.focus();
  }, [isAsked]);
  if (!isAsked) return html`<p><button type="button" ref=${safe} onClick=${() => setAsked(true)}>${t('sitting.give_up')}</button></p>`;
  return html`<div role="group" aria-label=${t('sitting.give_up')}><p>${t('sitting.give_up_what')}</p><div class="buttons">
    <button type="button" onClick=${onGiveUp}>${t('sitting.give_up_yes')}</button>
    <button type="button" ref=${safe} onClick=${() => setAsked(false)}>${t('sitting.give_up_no')}</button></div></div>`;
}

/** Makes a link to a seat whose key this browser holds. `label` names it. */
function GuestLink({ id, seat, seatKey, label }) {
  const [link, setLink] = useState('');
  const [trouble, setTrouble] = useState('');
  const make = async () => {
    try {
      const { path } = await post(`/api/tables/${id}/guests`, { seat }, seatKey);
      setTrouble('');
      setLink(location.origin + path);
      say(t('sitting.made'));
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
      say(wordsOf(refusal));
    }
  };
  return html`<div class="guestlink">
    ${link && html`<${CopyField} key=${link} label=${label} text=${link} />${isLocal && html`<p class="muted">${t('share.local')}</p>`}`}
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <p><button type="button" onClick=${make}>${link ? t('sitting.make_new') : label}</button></p>
  </div>`;
}

export function Sitting({ table, seatKey, onSettings, onPace }) {
  const leave = async () => {
    await post(`/api/tables/${table.id}/leave`, {}, seatKey).catch(() => {});
    dropKeys(table.id);
    location.assign(to('/'));
  };
  const giveUp = () => post(`/api/tables/${table.id}/leave`, { seat: table.seat }, seatKey).catch(refusal => say(wordsOf(refusal)));
  const keys = keysOf(table.id);
  const others = Object.entries(keys).filter(([seat]) => Number(seat) !== table.seat);
  const { players } = table.rules;
  // In a match of a tournament nobody gets help or changes the course of play.
  const isCup = table.tournament !== null;
  return html`<${Panel} title=${t('sitting.title')}>
    ${table.rules.declares && html`<label class="check"><input type="checkbox" checked=${table.auto_declare} onChange=${event => onSettings({ seat: table.seat, auto_declare: event.currentTarget.checked })} /> ${t('sitting.auto_declare')}</label>`}
    ${!isCup && html`<${TeachSetting} table=${table} />`}
    <${SoundSwitch} />
    ${!isCup && html`<p><${Speed} pace=${table.pace} onPace=${onPace} /></p>`}
    ${others.map(([seat, key]) => html`<div key=${seat}>
      ${OFFERS.guests && html`<${GuestLink} id=${table.id} seat=${Number(seat)} seatKey=${key} label=${t('sitting.link', { who: seatName(Number(seat), players) })} />`}
      <p><a class="button" href=${to(`/play/${table.id}`, { seat })}>${t('sitting.sit', { who: seatName(Number(seat), players) })}</a></p>
    </div>`)}
    ${!table.is_guest && !isCup && OFFERS.guests && html`<${GuestLink} id=${table.id} seat=${table.seat} seatKey=${seatKey} label=${t('sitting.own')} />
      <p class="muted">${t('sitting.secret')}</p>`}
    ${table.match.is_match && !table.match.end && html`<${GiveUp} onGiveUp=${giveUp} />`}
    ${!table.is_guest && !isCup && html`<p><button type="button" onClick=${leave}>${t('sitting.leave')}</button></p>`}
  <//>`;
}
