//! The page of a tournament: who takes part, the match that is due, rounds and standings.

import { html, useEffect, useState } from './preact.js';
import { get, post, remove, to, wordsOf } from './api.js';
import { Gone, Heading } from './frame.js';
import { say } from './live.js';
import { remember, remembered } from './newgame.js';
import { CopyField } from './sitting.js';
import { useStream } from './stream.js';
import { agentName, signed, t, title } from './words.js';

export function TournamentPage({ id }) {
  const [cup, setCup] = useState(null);
  const [trouble, setTrouble] = useState('');
  const path = `/api/tournaments/${id}`;
  const link = useStream(`${path}/events`, 'tournament', async () => setCup(await get(path)));
  const isDue = cup?.you?.is_due ?? false;
  useEffect(() => {
    if (isDue) say(t('tournament.due'));
  }, [isDue]);
  const guard = work => async (...values) => {
    setTrouble('');
    try {
      await work(...values);
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
      say(wordsOf(refusal));
    }
  };
  const change = what => guard(async (body = {}) => setCup(await post(`${path}/${what}`, body)));
  const sit = guard(async () => location.assign((await post(`${path}/seat`, {})).path));
  const close = guard(async () => {
    await remove(path);
    location.assign(to('/tournament'));
  });
  if (!cup) return html`<main id="main" tabindex="-1" class="tournament"><${Heading} name=${t('tournament.title')} /><${Gone} link=${link} /><p class="muted">${t('page.loading')}</p></main>`;
  return html`<main id="main" tabindex="-1" class="tournament">
    <${Heading} kind=${t('tournament.kind')} name=${cup.body.name}><p class="facts">${title(cup.body.rules)} · ${cup.body.stage.map(one => t(`tournament.format_${one.format}`)).join(', ')} · ${lengthWords(cup.body.stage[0])}</p><//>
    <${Gone} link=${link} />
    ${trouble && html`<p class="warning">${trouble}</p>`}
    ${cup.trouble && html`<p class="warning">${t('tournament.trouble')} ${cup.trouble}</p>`}
    <${State} cup=${cup} sit=${sit} />
    ${cup.phase === 'entering' && html`<${Entries} cup=${cup} enter=${change('enter')} />`}
    ${cup.stages.map((stage, at) => html`<${Stage} key=${at} stage=${stage} own=${cup.you?.team} number=${cup.body.stage.length > 1 ? at + 1 : 0} />`)}
    <div class="buttons">
      ${cup.is_owner && cup.phase === 'entering' && html`<button type="button" class="primary large" onClick=${() => change('start')()}>${t('tournament.start')}</button>`}
      ${cup.is_owner && cup.phase === 'running' && html`<button type="button" onClick=${() => change('pause')({ on: !cup.is_paused })}>${t(cup.is_paused ? 'tournament.resume' : 'tournament.pause')}</button>`}
      ${cup.you && cup.phase !== 'over' && !cup.you.left && html`<button type="button" onClick=${() => change('leave')()}>${t('tournament.leave')}</button>`}
      ${cup.phase === 'over' && html`<a class="button" href=${`${path}/result`} download=${`${cup.body.name}.json`}>${t('tournament.result')}</a>`}
      ${cup.is_owner && html`<button type="button" onClick=${close}>${t('tournament.close')}</button>`}
    </div>
  </main>`;
}

/** The name of a team; that of an agent has a number if several take part. */
function teamName(name) {
  const [, base, number] = name.match(/^(.*?)( \d+)?$/);
  return agentName(base) + (number ?? '');
}

const lengthWords = ({ limit, hands }) => (limit ? t('home.match_limit', { n: limit }) : t('home.match_hands', { n: hands }));

/** What happens now, for this browser. */
function State({ cup, sit }) {
  if (cup.phase === 'over') return html`<p class="big headline" role="status">${t('tournament.won', { who: teamName(cup.winner) })}</p>`;
  if (cup.you?.is_due) return html`<p class="due"><span role="status">${t('tournament.due')}</span> <button type="button" class="primary large" onClick=${sit}>${t('tournament.sit')}</button></p>`;
  const words = cup.phase === 'entering' ? t('tournament.phase_entering') : cup.is_paused ? t('tournament.paused')
    : cup.break_millis !== null ? t('tournament.break_left', { n: Math.ceil(cup.break_millis / 1000) }) : t('tournament.playing');
  return html`<p class="lead" role="status">${words}</p>`;
}

/** Who has entered, the form to enter, and the link for others. */
function Entries({ cup, enter }) {
  const [name, setName] = useState(cup.you?.name ?? remembered().name ?? '');
  const [team, setTeam] = useState(cup.you?.team ?? '');
  const link = cup.link && new URL(cup.link, location.href).href;
  const isPairs = cup.team_seats > 1;
  const submit = event => {
    event.preventDefault();
    remember({ name: name.trim() });
    enter({ name: name.trim(), ...(isPairs ? { team: team.trim() } : {}) });
  };
  return html`<section class="panel whole"><h2>${t('tournament.entries')}</h2>
    ${cup.entrants.length + cup.body.agents.length === 0 && html`<p class="muted">${t('tournament.nobody')}</p>`}
    <ul class="entrants">${cup.entrants.map(one => html`<li key=${one.name}><b>${one.name}</b>${isPairs && ` ${t('tournament.in_team', { team: one.team })}`}</li>`)}
      ${cup.body.agents.map((one, at) => html`<li key=${`agent ${at}`}>${agentName(one)} <small>${t('tournament.is_agent')}</small></li>`)}</ul>
    ${cup.may_enter && html`<form class="buttons" onSubmit=${submit}>
      <label>${t('tournament.your_name')} <input id="entrant" type="text" required maxlength="24" autocomplete="off" value=${name} onInput=${event => setName(event.currentTarget.value)} /></label>
      ${isPairs && html`<label>${t('tournament.team')} <input id="team" type="text" maxlength="24" autocomplete="off" value=${team} onInput=${event => setTeam(event.currentTarget.value)} /></label>`}
      <button type="submit" class=${cup.you ? '' : 'primary'}>${t(cup.you ? 'tournament.rename' : 'tournament.enter')}</button></form>`}
    ${link && html`<${CopyField} label=${t('tournament.link')} text=${link} />`}
    ${link && !cup.may_enter && html`<p><a class="button" href=${cup.link}>${t('tournament.enter_too')}</a></p>`}
  </section>`;
}

/** The standings and the matches of a stage. */
function Stage({ stage, own, number }) {
  const name = t(`tournament.format_${stage.format}`);
  const rounds = [...new Set(stage.matches.map(({ round }) => round))].sort((one, other) => one - other);
  const heads = ['rank', 'team', 'vp', 'mp', 'played'];
  const heading = number ? t('tournament.stage', { n: number, name }) : t('tournament.standings');
  return html`<section class="panel whole"><h2>${heading}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${heading}><table class="standings">
      <thead><tr>${heads.map(head => html`<th key=${head} scope="col"><abbr title=${t(`tournament.title_${head}`)}>${t(`tournament.head_${head}`)}</abbr></th>`)}</tr></thead>
      <tbody>${stage.standings.map(row => html`<tr key=${row.team} class=${row.name === own ? 'own' : ''}><td>${row.rank}</td><th scope="row">${teamName(row.name)}</th><td><b>${row.vp}</b></td><td>${signed(row.mp, 0)}</td><td>${row.played}</td></tr>`)}</tbody>
    </table></div>
    ${rounds.map(round => html`<h3 key=${`head ${round}`}>${t('tournament.round', { n: round + 1 })}</h3>
      <ul key=${round} class="matches">${stage.matches.filter(one => one.round === round).map(one => html`<${Match} key=${one.names.join()} one=${one} />`)}
      ${stage.byes.filter(([at]) => at === round).map(([, name]) => html`<li key=${name}><small>${t('tournament.rests', { who: teamName(name) })}</small></li>`)}</ul>`)}
  </section>`;
}

function Match({ one }) {
  const names = one.names.map(teamName);
  const [first, second] = names;
  if (!one.scores) return html`<li><span>${first} – ${second}</span> <small>${t('tournament.in_play')}</small></li>`;
  const offence = one.offence && t('tournament.offence', { who: names[one.offence.side] });
  const through = one.through !== null && t('tournament.through', { who: names[one.through] });
  return html`<li><span>${first} – ${second}</span> <b>${one.scores.join('–')}</b> <small>${[t('tournament.vp', { vp: one.vp.join('–') }), offence, through].filter(Boolean).join(' · ')}</small></li>`;
}
