import type { Parameters } from 'fast-check';

/**
 * How many random histories a property tries: `npm run hunt -- --histories N` asks for more. Only there a failure is
 * shrunk: that can take longer than a test may.
 */
export function histories<Ts>(usual: number): Parameters<Ts> {
  const asked = process.env['TEST_HISTORIES'];
  return asked === undefined ? { numRuns: usual, endOnFailure: true } : { numRuns: Number(asked) };
}
