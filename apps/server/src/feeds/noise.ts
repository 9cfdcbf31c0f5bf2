/** Pure functions of integers with random-looking results: the same on every machine, without state. */

/** 32 well-mixed bits of four integers. */
export function hash32(seed: number, stream: number, level: number, index: number): number {
  let h = seed ^ Math.imul(stream + 1, 0x9e3779b1);
  h = mix(h ^ Math.imul(level + 1, 0x85ebca6b));
  h = mix(h ^ (index | 0));
  return mix(h ^ Math.floor(index / 0x1_0000_0000));
}

function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** From 0 (inclusive) to 1 (exclusive). */
export function uniform(seed: number, stream: number, level: number, index: number): number {
  return hash32(seed, stream, level, index) / 0x1_0000_0000;
}

/** Mean 0, variance 1, nearly normal: the sum of four uniforms. Never beyond ±3.47. */
export function nearlyNormal(seed: number, stream: number, level: number, index: number): number {
  const a = hash32(seed, stream, level, index);
  const b = mix(a ^ 0x5bd1e995);
  const sum = (a & 0xffff) + (a >>> 16) + (b & 0xffff) + (b >>> 16);
  return (sum / 0x1_0000 - 2) * Math.sqrt(3);
}

/** Between -1 and 1: random at integer `x`, smooth in between. */
export function smoothNoise(seed: number, stream: number, level: number, x: number): number {
  const index = Math.floor(x);
  const t = x - index;
  const weight = t * t * (3 - 2 * t);
  const from = uniform(seed, stream, level, index);
  const to = uniform(seed, stream, level, index + 1);
  return 2 * (from + (to - from) * weight) - 1;
}

/** A seed for a name. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}
