// Asks the npm package, the C library and the engine mode the same questions, and prints their speeds. The questions and
// the answers of the engine mode are left in dist/bot/questions.jsonl for other doors.
// Usage: node node.mjs dist/bot [POSITIONS], the number of them for each preset

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [place, most = '20'] = process.argv.slice(2);
const folder = pathToFileURL(`${place}/npm/index.js`);
const { Bot, BotError } = await import(folder);
const bot = await Bot.create();
const { rules: presets, version } = bot.ask('about');
assert.equal(JSON.parse(readFileSync(`${place}/npm/package.json`, 'utf8')).version, version);
assert.deepEqual(bot.ask('about').networks, []);
const names = ['scopa', 'scopa_lookahead', 'scopone', 'scopone_scientifico', 'cirulla_lookahead', 'cirulla', 'cirulla_4', 'cirullone', 'cicera'];
for (const name of names) assert.deepEqual(await bot.load(name), { network: name.replace('_lookahead', '') });
await assert.rejects(bot.load(new Uint8Array(100)), BotError);

/** Views of random and of strong play in turn: the numbers come from a seed. */
function positions(rules, number) {
  let state = 1;
  const below = n => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
  const found = [];
  while (found.length < number) {
    let turn = bot.ask('deal', { rules, seed: below(1e9), dealer: 0 });
    const isStrong = found.length % 2 === 1;
    for (let plays = below(36); plays > 0 && turn.seat !== null; plays -= 1) {
      const { actions } = bot.ask('legal', { record: turn.record });
      const action = isStrong ? bot.ask('decide', { record: turn.record, level: 'expert' }).action : actions[below(actions.length)];
      turn = bot.ask('play', { record: turn.record, action });
    }
    if (turn.seat !== null) found.push({ rules, ...bot.ask('view', { record: turn.record }) });
  }
  return found;
}

/** A program that answers lines. */
function door(program, words) {
  const process = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  createInterface({ input: process.stdout }).on('line', line => {
    const answer = JSON.parse(line);
    waiting.get(answer.id)(answer);
  });
  const askAll = questions => Promise.all(questions.map(question => new Promise(done => {
    waiting.set(question.id, done);
    process.stdin.write(`${JSON.stringify(question)}\n`);
  })));
  return { askAll, end: () => process.stdin.end() };
}
const engine = door(process.env.SPARIGLIO ?? 'target/release/spariglio', ['analyse', '--requests', '--threads', '1']);
const library = door(`${place}/c/ask`, names.map(name => `${place}/npm/networks/${name}.safetensors`));
const { askAll } = engine;
const timeless = answer => ({ ...answer, millis: 0 });

let asked = 0;
const kept = [];
for (const rules of presets) {
  const seen = positions(rules, Number(most));
  const agent = bot.ask('about').networks.includes(rules) ? 'net' : 'ismcts:simulations=16';
  const questions = seen.map(({ rules, view }, id) => ({ id, rules, view, agent, seed: id }));
  const [natively, byC] = await Promise.all([engine, library].map(one => one.askAll(questions)));
  kept.push(...questions.map((question, id) => JSON.stringify({ question, answer: timeless(natively[id]) })));
  seen.forEach(({ record }, id) => {
    const [byView, byRecord] = [questions[id], { id, record, agent, seed: id }].map(question => timeless(bot.ask('decide', question)));
    assert.deepEqual(byView, byRecord, rules);
    const native = natively[id];
    assert.deepEqual(timeless(byC[id]), timeless(native), rules);
    assert.equal(byView.action, native.action, rules);
    byView.actions.forEach((one, place) => {
      assert.equal(one.action, native.actions[place].action);
      assert.ok(Math.abs(one.policy - native.actions[place].policy) < 1e-4, `${rules}: ${JSON.stringify([one, native.actions[place]])}`);
    });
  });
  asked += questions.length;
}
writeFileSync(`${place}/questions.jsonl`, `${kept.join('\n')}\n`);
const bad = { rules: 'scopa', view: { seat: 1, dealer: 0, hand: '2c 7d Ks', table: '2c 3d 4c Qs', piles: ['', ''], history: [] } };
assert.throws(() => bot.ask('decide', bad), { name: 'BotError', field: 'view.table' });
// Without threads the trees of a search grow one after the other, with the same visits.
const threaded = positions('scopone', 5).map(({ rules, view }, id) => ({ id, rules, view, agent: 'ismcts:threads=3:simulations=301' }));
const trees = await askAll(threaded);
const visits = ({ actions }) => actions.map(one => [one.action, one.visits]);
threaded.forEach((question, id) => assert.deepEqual(visits(bot.ask('decide', question)), visits(trees[id])));
for (const agent of ['external:command=bot', 'chat:model=m']) {
  assert.throws(() => bot.ask('decide', { ...threaded[0], agent }), /built without the feature `system`; the types are: random/);
}
const searched = bot.ask('decide', { ...positions('scopa', 1)[0], record: undefined, agent: 'net-search', millis: 20 });
assert.ok(searched.simulations > 0 && searched.millis >= 15, JSON.stringify(searched));

const questions = positions('scopone', 200).map(({ rules, view }, id) => ({ id, rules, view, agent: 'net' }));
const times = { native: [], wasm: [] };
for (let round = 0; round < 6; round += 1) {
  let start = performance.now();
  await askAll(questions);
  times.native.push(performance.now() - start);
  start = performance.now();
  for (const question of questions) bot.ask('decide', question);
  times.wasm.push(performance.now() - start);
}
const perSecond = list => Math.round(questions.length / (Math.min(...list.slice(1)) / 1000));
const [native, wasm] = [times.native, times.wasm].map(perSecond);
console.log(`${asked} questions agree; net: ${native} decisions per second native, ${wasm} in WebAssembly (${(wasm / native).toFixed(2)})`);
engine.end();
library.end();
bot.free();
