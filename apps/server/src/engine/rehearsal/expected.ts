import { DIFFERENCE_KINDS, type Difference, type DifferenceKind } from './compare-results.ts';

/** A difference that the new version is meant to make. */
export interface ExpectedDifference {
  /** Type of the command; `*`: of all. */
  readonly command: string;
  readonly kind: DifferenceKind;
  /** All fields that may differ, as the report names them; `*`: any. */
  readonly what: readonly string[] | '*';
  /** For whoever reads the report. */
  readonly why: string;
}

/** Throws TypeError, with the place, for anything but a JSON list of expected differences. */
export function parseExpected(text: string): ExpectedDifference[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new TypeError(`the file of expected differences is no JSON: ${String(error)}`, { cause: error });
  }
  if (!Array.isArray(read)) throw new TypeError('the file of expected differences must hold a list');
  return read.map((one, index) => parseOne(one as unknown, `expected difference ${index + 1}`));
}

function parseOne(value: unknown, place: string): ExpectedDifference {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${place} is no object`);
  const { command, kind, what, why, ...others } = value as Record<string, unknown>;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw new TypeError(`${place} has a field ${unknown}`);
  if (typeof command !== 'string' || command === '') throw new TypeError(`${place} names no command`);
  const known = DIFFERENCE_KINDS.find(one => one === kind);
  if (known === undefined) throw new TypeError(`${place}: kind is one of ${DIFFERENCE_KINDS.join(', ')}`);
  if (what !== '*' && !(Array.isArray(what) && what.length > 0 && what.every(one => typeof one === 'string')))
    throw new TypeError(`${place}: what is "*" or a list of fields`);
  if (typeof why !== 'string' || why === '') throw new TypeError(`${place} does not say why`);
  return { command, kind: known, what: what as ExpectedDifference['what'], why };
}

export function isExpected(
  { command, kind, what }: ExpectedDifference,
  type: string,
  difference: Pick<Difference, 'kind' | 'what'>,
): boolean {
  if (kind !== difference.kind || (command !== '*' && command !== type)) return false;
  return what === '*' || difference.what.every(field => what.includes(field));
}
