//! The rules of a game in words, with positions to try.

import { html, useEffect, useState } from './preact.js';
import { get, to, wordsOf } from './api.js';
import { Heading } from './frame.js';
import { isSmall } from './newgame.js';
import { Tries } from './try.js';
import { language, t, title } from './words.js';

/** The page of a preset, or of the table in the address. */
export function RulesPage({ name }) {
  const [rules, setRules] = useState(null);
  const [presets, setPresets] = useState([]);
  const [trouble, setTrouble] = useState('');
  const query = new URLSearchParams(location.search);
  const table = query.get('table');
  useEffect(() => {
    const path = table ? `/api/tables/${table}/rules` : `/api/rules/${name}/text`;
    get(`${path}?lang=${language}`).then(setRules).catch(refusal => setTrouble(wordsOf(refusal)));
    get('/api/rules').then(setPresets).catch(() => {});
  }, []);
  const go = event => location.assign(to(`/rules/${event.currentTarget.value}`));
  const shown = presets.filter(preset => !isSmall(preset.name) || preset.name === name);
  return html`<main id="main" tabindex="-1" class="rules">
    <${Heading} kind=${t('page.rules')} name=${title(rules?.name ?? '')} />
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <div class="buttons">
      ${table && html`<a class="button primary" href=${to(`/play/${table}`, { seat: query.get('seat') })}>${t('rules.back')}</a>`}
      <label>${t('rules.other')} <select value=${name} onChange=${go}>${shown.every(preset => preset.name !== name) && html`<option value=${name} selected>${title(name)}</option>`}${shown.map(preset => html`<option key=${preset.name} value=${preset.name} selected=${preset.name === name}>${title(preset.name)}</option>`)}</select></label>
      <a class="button" href=${to('/learn')}>${t('page.learn')}</a>
    </div>
    ${rules ? html`<div class="columns">
      <div class="main text">${rules.parts.map(part => html`<section key=${part.title}><h2>${part.title}</h2><ul>${part.lines.map(line => html`<li key=${line}>${line}</li>`)}</ul></section>`)}</div>
      ${rules.positions.length > 0 && html`<section class="panel side examples"><h2>${t('rules.try')}</h2><${Tries} positions=${rules.positions} /></section>`}
    </div>` : !trouble && html`<p class="muted">${t('page.loading')}</p>`}
  </main>`;
}
