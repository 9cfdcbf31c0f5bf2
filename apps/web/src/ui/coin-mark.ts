/**
 * What a coin looks like, from its symbol alone: the same on every device, before and after a release.
 *
 * Well-known coins have their own mark (coin-marks.svg) on a disc of their colour. All others have one made of two
 * letters, a plate that is never a disc, and a hue, chosen so that coins with the same letters differ in the rest.
 */

/** Dark on every coin's colour, in both themes. */
export const INK = '#1b1c1c';

const DISCS: Readonly<Record<string, string>> = {
  BTC: '#f7a23b',
  ETH: '#8aa4ff',
  USDT: '#3fc7a0',
  BNB: '#f0c33c',
  SOL: '#b98cff',
  XRP: '#7fd6ff',
  DOGE: '#d9b75f',
  ADA: '#6f9bff',
  LTC: '#b7c1cc',
  TRX: '#ff8088',
  DOT: '#ff7fc0',
  LINK: '#7f9cff',
  AVAX: '#ff8a80',
  XLM: '#b9c7d6',
  BCH: '#8fd25a',
  ETC: '#62cc86',
};

/** An eighth of the circle of hues apart, as light as one another (OKLCH, lightness 0.8). */
const HUES = ['#ff9bab', '#fca76c', '#d0bf59', '#89d38b', '#3dd7cf', '#62caff', '#aeb4ff', '#e6a1ea'];

/** Outlines on a square of 32, drawn with a round line; each leaves room for two letters in the middle. */
const PLATES = [
  // A square, a hexagon, a shield, a leaf, an arch, a diamond.
  'M4 4h24v24H4z',
  'M16 2.5 28 9v14l-12 6.5L4 23V9z',
  'M4 4h24v12q0 9-12 13Q4 25 4 16z',
  'M3 3h13a13 13 0 0 1 13 13v13H16A13 13 0 0 1 3 16z',
  'M3 28V16a13 13 0 0 1 26 0v12z',
  'M16 1.5 30.5 16 16 30.5 1.5 16z',
] as const;

/** Chosen so that no two of the 480 coins in coin-mark.test.ts look alike. */
const SEED = 1600;

export interface MadeMark {
  readonly letters: string;
  /** Index of the plate, and which of the two is dark: the letters, or the plate. */
  readonly plate: number;
  readonly isInverse: boolean;
  readonly hue: number;
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo), with its last bits mixed as in MurmurHash3. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5 ^ SEED;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function madeMark(symbol: string): MadeMark {
  const upper = symbol.toUpperCase();
  const hash = hashOf(upper);
  const look = Math.floor(hash / HUES.length) % (PLATES.length * 2);
  return {
    letters: [...upper].slice(0, 2).join(''),
    plate: Math.floor(look / 2),
    isInverse: look % 2 === 1,
    hue: hash % HUES.length,
  };
}

export function plateOf({ plate }: MadeMark): string {
  return PLATES[plate] ?? PLATES[0];
}

/** Whether the coin has a mark of its own. */
export function isWellKnown(symbol: string): boolean {
  return Object.hasOwn(DISCS, symbol);
}

/** A coin's colour everywhere in the app. */
export function coinColour(symbol: string): string {
  return DISCS[symbol] ?? HUES[madeMark(symbol).hue] ?? INK;
}
