import { hexToBytes } from '@noble/hashes/utils.js';
import { formatMinor } from '@tallystick/core/money/decimal';
import { isSame } from '../bytes.ts';
import { hash, list, minor, orNull, positive, record, upTo, whole, type Of } from '../fields.ts';
import type { ReadFile } from '../file.ts';
import type { TrustedKeys } from '../log-checks.ts';
import type { Findings } from '../report.ts';
import { entryBytes, entryHash, type PublicEntry } from '../public-log/entry.ts';
import { RECORD_BODIES } from '../public-log/records.ts';
import { checkPublished, PUBLIC_EVIDENCE } from './evidence.ts';
import { isPowerOfTwo } from './split.ts';
import { STATEMENT, statementHash, statementTotal, type Statement } from './statement.ts';
import { MOST_LEAVES, MOST_SUM, rootOver, sumLeaf, type SumNode } from './sum-tree.ts';

/** Leaves of one customer in one currency; more than `splitAmount` makes of any amount. */
const MOST_OF_ONE = 1_024;
/** Nodes beside them; every leaf needs fewer than 32. */
const MOST_NODES = MOST_OF_ONE * 32;
/** Currencies of one customer. */
const MOST_STATEMENTS = 1_000;

const node = record({ sum: minor, hash });

/** A customer's statement, where its leaves stand in the tree, and the nodes beside them. */
const PROVEN = {
  ...STATEMENT,
  /** By the numbers of the statement's leaves. */
  leaves: list(record({ index: upTo(MOST_LEAVES), amount: minor }), MOST_OF_ONE),
  beside: list(node, MOST_NODES),
};

/** A record `liabilities` as the public log has it. */
export const LIABILITIES_RECORD = {
  number: positive,
  at_ms: whole,
  previous_hash: hash,
  body: record(RECORD_BODIES.liabilities),
};
export type LiabilitiesRecord = Of<typeof LIABILITIES_RECORD>;

/** What one customer is owed at an audit point, with the point's record. Two statements are never of one currency. */
export const LIABILITY_PARTS = {
  record: record(LIABILITIES_RECORD),
  statements: list(record(PROVEN), MOST_STATEMENTS),
  /** Null: no signed head covers the record yet. */
  log: orNull(record(PUBLIC_EVIDENCE)),
};
export type LiabilityProof = Of<typeof LIABILITY_PARTS>;
export type ProvenStatement = LiabilityProof['statements'][number];

/** What the customer knows, to compare with. */
export interface LiabilityKnown {
  /** The customer's log-in name at that time. */
  readonly holder?: string | null;
  /** What the customer was shown at that moment, in minor units by currency; a currency that is not here was 0. */
  readonly shown?: Readonly<Record<string, string>> | null;
  /** Chain hash of the point's record, as the customer kept it earlier, or as somebody else has it. */
  readonly recordHash?: string | null;
}

/** The record as an entry of the public log. */
function entryOf({ number, at_ms, previous_hash, body }: LiabilitiesRecord): PublicEntry {
  return { number, kind: 'liabilities', at_ms, previous_hash, body };
}

/** The chain hash of a point's record: two different ones for one point prove that the exchange shows two truths. */
export function recordHash(of: LiabilitiesRecord): string {
  return entryHash(entryBytes(entryOf(of)));
}

/** The record in a file of this kind; null if it is none. */
export function recordIn(read: ReadFile): LiabilitiesRecord | null {
  return read.ok && record(LIABILITY_PARTS)(read.value) ? read.value.record : null;
}

/** Checks a file of the right form; nothing is thrown. `trusted`: keys of the public log; null: those that the file names. */
export function checkLiability(
  findings: Findings,
  { record: of, statements, log }: LiabilityProof,
  known: LiabilityKnown,
  trusted: TrustedKeys,
): void {
  const { body } = of;
  const currencies = statements.map(({ currency }) => currency);
  const isOfPoint = statements.every(one => one.point === body.point);
  const isOnce =
    new Set(currencies).size === currencies.length &&
    new Set(body.tree.map(({ currency }) => currency)).size === body.tree.length;
  if (!isOfPoint || !isOnce) {
    findings.fail('format', 'parts_contradict', { field: isOfPoint ? 'currency' : 'point' });
    return;
  }
  checkHolder(findings, statements, known.holder ?? null);
  checkSums(findings, statements);
  checkTree(findings, of, statements);
  checkShown(findings, statements, known.shown ?? null);
  const ownHash = recordHash(of);
  const figures = { point: body.point, sequence: body.sequence, at_ms: body.at_ms, record: ownHash };
  const kept = known.recordHash ?? null;
  if (kept === null) findings.leave('same');
  else findings.judge('same', kept === ownHash, 'roots_differ', { ...figures, kept });
  checkPublished(findings, entryOf(of), body.at_ms, log, trusted);
}

/** Leaves that name another holder could be shown to two customers. */
function checkHolder(findings: Findings, statements: readonly Statement[], known: string | null): void {
  const holders = [...new Set(statements.map(({ holder }) => holder))];
  const figures = { holder: holders.join(', ') };
  if (statements.length === 0 || (known === null && holders.length === 1)) {
    findings.leave('holder', statements.length === 0 ? null : 'not_in_file');
  } else {
    findings.judge('holder', holders.length === 1 && holders[0] === known, 'other_holder', figures);
  }
}

/** Each statement's parts are worth what its leaves are, and each leaf tells others no more than a power of two. */
function checkSums(findings: Findings, statements: readonly ProvenStatement[]): void {
  if (statements.length === 0) {
    findings.leave('parts');
    return;
  }
  const written: string[] = [];
  for (const one of statements) {
    const total = statementTotal(one);
    const leaves = one.leaves.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const isSplit = one.leaves.every(({ amount }) => isPowerOfTwo(BigInt(amount)));
    const figures = { booked: String(total ?? 0n), again: String(leaves), unit: one.currency };
    if (total === null || total === 0n || total !== leaves || !isSplit) {
      findings.fail('parts', 'other_sum', figures);
      return;
    }
    written.push(`${formatMinor(total, one.decimals)} ${one.currency}`);
  }
  findings.pass('parts', { amounts: written.join(', ') });
}

function checkTree(
  findings: Findings,
  { body }: LiabilitiesRecord,
  statements: readonly ProvenStatement[],
): void {
  if (statements.length === 0) {
    findings.leave('tree');
    return;
  }
  let leaves = 0;
  for (const one of statements) {
    const tree = body.tree.find(({ currency }) => currency === one.currency);
    const root = tree === undefined || tree.decimals !== one.decimals ? null : rootOf(one, tree.leaves);
    const isIt =
      root !== null && String(root.sum) === tree?.total && isSame(root.hash, hexToBytes(tree.root));
    if (!isIt) {
      findings.fail('tree', 'not_in_tree', { currency: one.currency, point: body.point });
      return;
    }
    leaves += one.leaves.length;
  }
  const { point, sequence, at_ms } = body;
  findings.pass('tree', { point, sequence, at_ms, leaves, currencies: statements.length });
}

/** The root that follows from a statement; null: none does. */
export function rootOf(statement: ProvenStatement, size: number): SumNode | null {
  const of = statementHash(statement);
  const amounts = [...statement.leaves, ...statement.beside.map(({ sum }) => ({ amount: sum }))];
  if (amounts.some(({ amount }) => BigInt(amount) > MOST_SUM)) return null;
  return rootOver(
    statement.leaves.map(({ index, amount }, number) => ({
      index,
      leaf: sumLeaf(of, number, BigInt(amount)),
    })),
    size,
    statement.beside.map(({ sum, hash: hex }) => ({ sum: BigInt(sum), hash: hexToBytes(hex) })),
  );
}

function checkShown(
  findings: Findings,
  statements: readonly Statement[],
  shown: LiabilityKnown['shown'] | null,
): void {
  if (!shown) {
    findings.leave('shown', 'not_in_file');
    return;
  }
  const proven = new Map(statements.map(one => [one.currency, String(statementTotal(one) ?? 0n)]));
  for (const currency of new Set([...proven.keys(), ...Object.keys(shown)])) {
    const booked = Object.hasOwn(shown, currency) ? shown[currency]! : '0';
    const again = proven.get(currency) ?? '0';
    if (booked === again) continue;
    findings.fail('shown', 'figures_differ', { booked, again, unit: currency });
    return;
  }
  findings.pass('shown', { currencies: proven.size });
}

/** Fields of the record that stand for themselves while no signature covers it. */
export function unsignedFields({ record: { body }, statements, log }: LiabilityProof): string[] {
  if (log !== null) return [];
  const own = new Set(statements.map(({ currency }) => currency));
  const fieldsOf = (name: string, of: object): string[] => Object.keys(of).map(field => `${name}.${field}`);
  return [
    ...['number', 'at_ms', 'previous_hash', 'body.sequence', 'body.at_ms'].map(field => `record.${field}`),
    ...body.tree.flatMap((of, i) => (own.has(of.currency) ? [] : fieldsOf(`record.body.tree.${i}`, of))),
    ...body.beside.flatMap((of, i) => fieldsOf(`record.body.beside.${i}`, of)),
  ];
}
