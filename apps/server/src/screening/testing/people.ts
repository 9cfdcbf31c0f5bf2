import { EAST } from './names-east.ts';
import { EUROPE, type NamePool } from './names-europe.ts';
import { NEAR_EAST } from './names-near-east.ts';
import { SOUTH_ASIA } from './names-south-asia.ts';

const POOLS: readonly NamePool[] = [...EUROPE, ...NEAR_EAST, ...SOUTH_ASIA, ...EAST];

/** How a name that is asked for differs from the listed one. */
export const DIFFERENCES = ['none', 'other_script', 'respelt', 'order', 'typing', 'further_name'] as const;
export type Difference = (typeof DIFFERENCES)[number];

export interface Asked {
  readonly script: string;
  readonly name: string;
  /** Null: nobody on the list. */
  readonly person: string | null;
  readonly difference: Difference | null;
}

export interface NameSet {
  readonly listed: readonly { readonly person: string; readonly name: string }[];
  readonly asked: readonly Asked[];
}

interface Spelt {
  readonly native: string;
  readonly latin: readonly string[];
}

const FURTHER = ['Maria', 'Alexander', 'Noor', 'Chandra', 'Wei'] as const;

/**
 * Invented people in all scripts, of whom every other is on a list, and as many names that are asked for: half of them
 * of people on the list, written in another way, half of people who share a given or a family name with one who is.
 * The same on every machine.
 */
export function nameSet(howMany: number): NameSet {
  const listed: { person: string; name: string }[] = [];
  const known = new Set<string>();
  const hits: Asked[] = [];
  const strangers: Asked[] = [];
  for (const pool of POOLS) {
    const given = spellings(pool.given);
    const family = spellings(pool.family);
    for (const [at, first] of given.entries()) {
      for (const [there, last] of family.entries()) {
        const person = `${pool.script} ${at}.${there}`;
        const isLatinListed = (at * 7 + there) % 3 === 0;
        const latin = inLatin(first, last, 0);
        const native = nativeName(pool, first, last);
        if ((at + there) % 2 === 0) {
          const name = isLatinListed ? latin : native;
          listed.push({ person, name });
          known.add(sortedWords(latin));
          const ask = (difference: Difference, asked: string) =>
            hits.push({ script: pool.script, name: asked, person, difference });
          ask('none', name.toUpperCase());
          ask('other_script', isLatinListed ? native : latin);
          ask('order', isLatinListed ? inLatin(last, first, 0) : nativeTurned(pool, first, last));
          ask('further_name', inLatin(first, last, 0).replace(' ', ` ${FURTHER[(at + there) % 5]} `));
          if (first.latin.length + last.latin.length > 2) ask('respelt', inLatin(first, last, 1));
          if (isLatinListed) ask('typing', mistyped(latin, at * 31 + there));
        } else {
          const asked = isLatinListed ? latin : native;
          strangers.push({ script: pool.script, name: asked, person: null, difference: null });
          strangers.push({
            script: pool.script,
            name: inLatin(first, last, 1),
            person: null,
            difference: null,
          });
        }
      }
    }
  }
  // Whoever is called exactly like somebody on the list is no stranger to it.
  const others = strangers.filter(one => !known.has(sortedWords(one.name)));
  return { listed, asked: [...evenly(hits, howMany / 2), ...evenly(others, howMany / 2)] };
}

function spellings(pool: string): Spelt[] {
  return pool.split(',').map(one => {
    const [native = '', latin = ''] = one.split('=');
    return { native, latin: latin.split('/') };
  });
}

function inLatin(first: Spelt, last: Spelt, which: number): string {
  const of = ({ latin }: Spelt): string => latin[Math.min(which, latin.length - 1)] ?? '';
  return `${of(first)} ${of(last)}`;
}

function nativeName({ familyFirst, joined }: NamePool, first: Spelt, last: Spelt): string {
  const [one, other] = familyFirst === true ? [last, first] : [first, last];
  return one.native + (joined === true ? '' : ' ') + other.native;
}

/** The other order; where both are one word, with a comma as files write it. */
function nativeTurned({ familyFirst }: NamePool, first: Spelt, last: Spelt): string {
  const [one, other] = familyFirst === true ? [first, last] : [last, first];
  return `${one.native}, ${other.native}`;
}

/** One letter in the middle left out, doubled, changed or swapped with the next. */
function mistyped(name: string, number: number): string {
  const at = 2 + (number % Math.max(1, name.length - 4));
  const [before, letter, next, after] = [name.slice(0, at), name[at], name[at + 1], name.slice(at + 2)];
  if (letter === ' ' || next === ' ') return `${name.slice(0, 1)}${name}`;
  switch (number % 4) {
    case 0:
      return `${before}${next}${after}`;
    case 1:
      return `${before}${letter}${letter}${next}${after}`;
    case 2:
      return `${before}a${next}${after}`;
    default:
      return `${before}${next}${letter}${after}`;
  }
}

function sortedWords(name: string): string {
  return name.toLowerCase().split(/\W+/).toSorted().join(' ');
}

/** So many of them, from all parts of the list alike; from the start again where there are too few. */
function evenly(items: readonly Asked[], howMany: number): Asked[] {
  return Array.from({ length: howMany }, (_, at) => items[Math.floor((at * items.length) / howMany)]!);
}
