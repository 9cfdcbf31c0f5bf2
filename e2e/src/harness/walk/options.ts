import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '@tallystick/protocol/languages';
import type { TextSize, Theme } from '../other-tab.ts';
import { PEOPLE, WIDTHS, type Visit } from './plan.ts';

export interface WalkOptions {
  readonly wants: (visit: Visit) => boolean;
  /** Photographs whole pages, with or without faults. */
  readonly pictures: boolean;
  readonly checks: boolean;
  /** In which everything is seen first. */
  readonly theme: Theme | undefined;
  readonly textSize: TextSize | undefined;
  /** Number of pages at the same time. */
  readonly beside: number;
}

/** The arguments after `npm run walk --`. Throws on unknown ones and names the known ones. */
export function readOptions(words: readonly string[]): WalkOptions {
  const several = { type: 'string', multiple: true } as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      route: several,
      language: several,
      width: several,
      who: several,
      theme: { type: 'string' },
      'text-size': { type: 'string' },
      beside: { type: 'string', default: String(availableParallelism()) },
      pictures: { type: 'boolean', default: false },
      unchecked: { type: 'boolean', default: false },
    },
  });
  const routes = split(values.route);
  const languages = chosenFrom('language', split(values.language), LANGUAGES);
  const widths = chosenFrom('width', split(values.width), WIDTHS.map(String));
  const people = chosenFrom('who', split(values.who), PEOPLE);
  const [theme] = values.theme ? chosenFrom('theme', [values.theme], THEMES) : [];
  const wantedSize = values['text-size'];
  const [textSize] = wantedSize ? chosenFrom('text-size', [wantedSize], SIZES) : [];
  const beside = Number(values.beside);
  if (!Number.isInteger(beside) || beside < 1)
    throw new Error(`--beside is a number of pages, not ${values.beside}`);
  return {
    wants: ({ route, language, width, who }) =>
      (routes.length === 0 || routes.some(part => route.includes(part))) &&
      languages.includes(language) &&
      widths.includes(String(width)) &&
      people.includes(who),
    pictures: values.pictures,
    checks: !values.unchecked,
    theme: THEMES.find(one => one === theme),
    textSize: SIZES.find(one => one === textSize),
    beside,
  };
}

const THEMES: readonly Theme[] = ['dark', 'light'];
const SIZES: readonly TextSize[] = ['small', 'normal', 'large', 'largest'];

const split = (given: readonly string[] = []): string[] => given.flatMap(text => text.split(','));

/** All known values if none is chosen. */
function chosenFrom(name: string, chosen: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = chosen.find(one => !known.includes(one));
  if (unknown !== undefined) throw new Error(`--${name} is one of ${known.join(', ')}, not ${unknown}`);
  return chosen.length === 0 ? known : chosen;
}
