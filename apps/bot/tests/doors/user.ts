// A user's file: it compiles by `tsc --strict` with the types of the npm package.

import { Bot, BotError, type Decision, type View } from '../../npm/index.js';

export async function best(view: View): Promise<string> {
  const bot = await Bot.create();
  await bot.load('scopa');
  try {
    const decision: Decision = bot.ask('decide', { rules: 'scopa', view, level: 'champion', millis: 50, language: 'it' });
    const [first] = decision.actions;
    return `${decision.action} ${first?.policy.toFixed(2)} ${decision.points ?? '-'} ${decision.words ?? ''}`;
  } catch (error) {
    return error instanceof BotError ? `${error.field}: ${error.expected}` : String(error);
  } finally {
    bot.free();
  }
}

export function play(bot: Bot, seed: number): number | null {
  let turn = bot.ask('deal', { rules: { base: 'scopa', players: 4 }, seed });
  const { actions } = bot.ask('legal', { record: turn.record });
  turn = bot.ask('play', { record: turn.record, action: actions[0] ?? '' });
  return turn.seat;
}
