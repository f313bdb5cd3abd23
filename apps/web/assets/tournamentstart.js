//! The page of all tournaments, where one is opened.

import { html, useEffect, useState } from './preact.js';
import { get, post, to, wordsOf } from './api.js';
import { Heading } from './frame.js';
import { say } from './live.js';
import { TournamentForm } from './tournamentform.js';
import { t } from './words.js';

export function TournamentStart() {
  const [loaded, setLoaded] = useState(null);
  const [trouble, setTrouble] = useState('');
  const fail = refusal => {
    setTrouble(wordsOf(refusal));
    say(wordsOf(refusal));
  };
  useEffect(() => {
    Promise.all([get('/api/rules'), get('/api/agents'), get('/api/tournaments')]).then(([presets, agents, all]) => setLoaded({ presets, agents, all })).catch(fail);
  }, []);
  const open = async body => {
    setTrouble('');
    try {
      const { id } = await post('/api/tournaments', body);
      location.assign(to(`/tournament/${id}`));
    } catch (refusal) {
      fail(refusal);
    }
  };
  return html`<main id="main" tabindex="-1" class="tournament">
    <${Heading} name=${t('tournament.title')} />
    <p class="lead">${t('tournament.what')}</p>
    ${trouble && html`<p class="warning">${trouble}</p>`}
    ${loaded?.all.length > 0 && html`<section class="panel whole"><h2>${t('tournament.all')}</h2><ul class="tables">${loaded.all.map(one => html`<li key=${one.id}>
      <a class="button" href=${to(`/tournament/${one.id}`)}>${one.name}</a> <small>${t(`tournament.phase_${one.phase}`)} · ${t('tournament.persons', { n: one.persons })}</small></li>`)}</ul></section>`}
    ${loaded ? html`<section class="panel whole"><h2>${t('tournament.new')}</h2><${TournamentForm} ...${loaded} onOpen=${open} /></section>` : !trouble && html`<p class="muted">${t('page.loading')}</p>`}
  </main>`;
}
