import type { Event, Outcome, ReadonlyExchange } from '@tallystick/core';

/**
 * In what two cores differ: `result` (accepted or refused, and why), `events`, `balances` of the accounts a command touched,
 * `due` (when time next brings something), `error` (the new core threw), `invariant` (its books do not add up), and of whole
 * states `totals` and `state`.
 */
export const DIFFERENCE_KINDS = [
  'result',
  'events',
  'balances',
  'due',
  'error',
  'invariant',
  'totals',
  'state',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface Difference {
  readonly kind: DifferenceKind;
  /** In which fields, sorted, without values: differences with one cause have the same words. */
  readonly what: readonly string[];
  /** What the old and the new core came to, in words, for whoever looks into it. */
  readonly before: string;
  readonly after: string;
}

/** The state of an exchange as far as two of them are compared after each command. */
export type ComparedExchange = Pick<ReadonlyExchange, 'balance' | 'dueAtMs' | 'hasBacklog'>;

/** More fields than these are one word. */
const MOST_FIELDS = 12;
const MANY_FIELDS = 'many more';
/** A funding touches thousands of accounts: the events have told of all, the balances of these are compared. */
const MOST_ACCOUNTS = 64;
const MOST_TEXT = 600;

/** The first difference between the results of one command; null if there is none. */
export function compareResults(before: Outcome, after: Outcome): Difference | null {
  const words = [resultOf(before), resultOf(after)] as const;
  if (!before.ok || !after.ok) {
    if (words[0] === words[1]) return null;
    return { kind: 'result', what: [`${words[0]} → ${words[1]}`], before: words[0], after: textOf(after) };
  }
  return compareEvents(before.events, after.events);
}

/** In what two states differ of that which the events touched; null if in nothing. */
export function compareTouched(
  before: ComparedExchange,
  after: ComparedExchange,
  events: readonly Event[],
): Difference | null {
  return compareAccounts(before, after, events) ?? compareDue(before, after);
}

function compareAccounts(
  before: ComparedExchange,
  after: ComparedExchange,
  events: readonly Event[],
): Difference | null {
  const fields = new Set<string>();
  let example: Pick<Difference, 'before' | 'after'> | null = null;
  let left = MOST_ACCOUNTS;
  for (const event of events) {
    if (event.type !== 'posted') continue;
    for (const { ownerId, account, currencyId } of event.entries) {
      if (left-- === 0) break;
      const key = { ownerId, account, currencyId };
      const [old, own] = [before.balance(key), after.balance(key)];
      collect(old, own, account, fields);
      if (fields.size > 0) example ??= { before: textOf({ ...key, ...old }), after: textOf(own) };
    }
    if (left < 0) break;
  }
  return example === null ? null : { kind: 'balances', what: [...fields].toSorted(), ...example };
}

function compareDue(before: ComparedExchange, after: ComparedExchange): Difference | null {
  const [old, own] = [before.dueAtMs(), after.dueAtMs()];
  if (old !== own) return { kind: 'due', what: ['dueAtMs'], before: `${old}`, after: `${own}` };
  const [oldBacklog, ownBacklog] = [before.hasBacklog(), after.hasBacklog()];
  if (oldBacklog === ownBacklog) return null;
  return { kind: 'due', what: ['hasBacklog'], before: `${oldBacklog}`, after: `${ownBacklog}` };
}

function compareEvents(before: readonly Event[], after: readonly Event[]): Difference | null {
  const fields = new Set<string>();
  let first = -1;
  const length = Math.min(before.length, after.length);
  for (let i = 0; i < length; i++) {
    const size = fields.size;
    const [old, own] = [before[i]!, after[i]!];
    if (old.type !== own.type) {
      first = i;
      break;
    }
    collect(old, own, old.type, fields);
    if (first < 0 && fields.size > size) first = i;
  }
  const sameTypes = before.length === after.length && before.every((old, i) => old.type === after[i]!.type);
  if (sameTypes && fields.size === 0) return null;
  if (first < 0) first = length;
  return {
    kind: 'events',
    what: sameTypes ? [...fields].toSorted() : countWords(before, after),
    before: textOf(before[first]),
    after: textOf(after[first]),
  };
}

/** Which events there are more or fewer of. */
function countWords(before: readonly Event[], after: readonly Event[]): string[] {
  const counts = new Map<string, number>();
  const count = (event: Event, by: number): void => {
    const name = event.type === 'posted' ? `posted ${event.reason}` : event.type;
    counts.set(name, (counts.get(name) ?? 0) + by);
  };
  for (const event of before) count(event, -1);
  for (const event of after) count(event, 1);
  const words = [...counts]
    .filter(([, by]) => by !== 0)
    .map(([name, by]) => `${by > 0 ? 'more' : 'fewer'} ${name}`);
  return words.length === 0 ? ['another order of events'] : words.toSorted();
}

/** Adds the paths of fields in which two values differ. Elements of lists share a path. */
function collect(before: unknown, after: unknown, path: string, fields: Set<string>): void {
  if (before === after) return;
  if (fields.size >= MOST_FIELDS) {
    fields.add(MANY_FIELDS);
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) fields.add(`${path}.length`);
    const length = Math.min(before.length, after.length);
    for (let i = 0; i < length; i++) collect(before[i], after[i], `${path}[]`, fields);
    return;
  }
  if (!isRecord(before) || !isRecord(after)) {
    if (!Object.is(before, after)) fields.add(path);
    return;
  }
  // Cores run in contexts of their own: their objects have other prototypes, and are compared by their fields.
  for (const name in before) collect(before[name], after[name], `${path}.${name}`, fields);
  for (const name in after) if (!(name in before)) fields.add(`${path}.${name}`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resultOf(outcome: Outcome): string {
  return outcome.ok ? 'accepted' : outcome.refusal.code;
}

/** JSON with amounts as texts, cut to a length that a log line can have. */
export function textOf(value: unknown): string {
  const text =
    JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? `${one}` : one)) ?? 'nothing';
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}…`;
}
