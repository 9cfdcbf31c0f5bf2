import { NameIndex } from '../name-index.ts';
import { DIFFERENCES, nameSet, type Asked } from './people.ts';

export const ASKED = 10_000;

export interface Row {
  readonly what: string;
  readonly sought: number;
  readonly found: number;
  readonly strangers: number;
  readonly alarms: number;
}

export interface Measured {
  readonly listed: number;
  readonly byScript: readonly Row[];
  readonly byDifference: readonly Row[];
  readonly all: Row;
  readonly wrong: readonly { readonly asked: Asked; readonly found: string | null }[];
}

/** Screens 10,000 names against the invented list. */
export function measure(threshold?: number): Measured {
  const { listed, asked } = nameSet(ASKED);
  const index = new NameIndex<string>();
  for (const { person, name } of listed) index.add(person, name);
  const results = asked.map(one => {
    const found = index.find(one.name, threshold);
    const isRight = one.person === null ? found.length === 0 : found.some(hit => hit.entry === one.person);
    return { asked: one, isRight, found: found[0] === undefined ? null : found[0].name };
  });
  const row = (what: string, of: (one: Asked) => boolean): Row => {
    const chosen = results.filter(({ asked: one }) => of(one));
    const sought = chosen.filter(({ asked: one }) => one.person !== null);
    const strangers = chosen.filter(({ asked: one }) => one.person === null);
    return {
      what,
      sought: sought.length,
      found: sought.filter(one => one.isRight).length,
      strangers: strangers.length,
      alarms: strangers.filter(one => !one.isRight).length,
    };
  };
  const scripts = [...new Set(asked.map(one => one.script))];
  return {
    listed: listed.length,
    byScript: scripts.map(script => row(script, one => one.script === script)),
    byDifference: DIFFERENCES.map(difference => row(difference, one => one.difference === difference)),
    all: row('all', () => true),
    wrong: results.filter(one => !one.isRight),
  };
}
