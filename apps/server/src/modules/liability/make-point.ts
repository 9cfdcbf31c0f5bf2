import { hash } from 'node:crypto';
import type { Currency, Liability, ReadonlyExchange } from '@tallystick/core';
import { largestLeaf, splitAmount } from '@tallystick/verify/liability/split';
import { statementText, type Statement } from '@tallystick/verify/liability/statement';
import { booksHashOf } from '../../engine/books-hash.ts';
import { NODE, topOf, writeLeaf } from './node-level.ts';
import type { Random } from './random.ts';
import { owedCurrencies, type OwedTotal } from './totals.ts';
import { CHUNK_LEAVES, packChunk } from './tree-files.ts';

/** A customer's statement as it is kept, sealed. */
export interface KeptStatement {
  readonly currency: string;
  readonly decimals: number;
  readonly holder: string;
  readonly salt: string;
  readonly parts: Statement['parts'];
  /** Where its leaves are in the tree of its currency, by their numbers. */
  readonly places: readonly number[];
  /** The largest amount of a leaf, with which its total was split. */
  readonly largest: string;
}
export interface KeptCustomer {
  readonly customerId: number;
  readonly statements: readonly KeptStatement[];
}

/** What is known of a currency at a point. Minor units. */
export interface MadeTotal extends OwedTotal {
  /** Null: no customer has any. */
  readonly root: Buffer | null;
  readonly leaves: number;
}

export interface MadePoint {
  readonly totals: readonly MadeTotal[];
  /** First customer of each file of statements, ascending. */
  readonly firsts: readonly number[];
  /** Hash of all books then, lower-case hex: docs/auditing.md. */
  readonly booksHash: string;
}

/** Where the files go; each waits until it may take more. */
export interface PointFiles {
  /** A chunk of a currency's leaves. */
  chunk(currencyId: number, number: number, file: Buffer): Promise<void>;
  /** The tops of all its chunks. */
  tops(currencyId: number, file: Buffer): Promise<void>;
  /** Customers' statements: personal data, which must be sealed. */
  statements(number: number, customers: readonly KeptCustomer[]): Promise<void>;
}

export interface PointOptions {
  readonly exchange: ReadonlyExchange;
  readonly point: number;
  readonly atMs: number;
  /** Log-in names by customer. */
  readonly holders: ReadonlyMap<number, string>;
  readonly random: Random;
  readonly files: PointFiles;
}

/** Customers of one file. */
const CUSTOMERS = 256;

/** One currency's statements and the places of their leaves. */
interface Tree {
  readonly currency: Currency;
  readonly owed: readonly Liability[];
  readonly largest: bigint;
  readonly salts: Buffer;
  /** Index of each statement's first leaf, and after the last one their number. */
  readonly starts: Uint32Array;
  /** Place of each leaf, statement by statement. */
  readonly places: Uint32Array;
}

/**
 * Makes the trees over all customers of an exchange that stands still, and writes them. Customers of the house are not in
 * them: the company owes itself nothing.
 *
 * @throws InvariantBroken if a part of somebody's balance is below 0
 */
export async function makePoint(options: PointOptions): Promise<MadePoint> {
  const { exchange, atMs, random, files } = options;
  const trees = new Map<number, Tree>();
  const totals: MadeTotal[] = [];
  for (const { currency, owed, total } of owedCurrencies(exchange, atMs)) {
    const tree = planTree(currency, owed, total.totalMinor, random);
    if (owed.length > 0) trees.set(currency.id, tree);
    const root = owed.length === 0 ? null : await writeTree(tree, options);
    totals.push({ ...total, root, leaves: tree.places.length });
  }
  return {
    totals,
    firsts: await writeStatements(trees, options, files),
    booksHash: booksHashOf(exchange),
  };
}

function planTree(currency: Currency, owed: readonly Liability[], totalMinor: bigint, random: Random): Tree {
  const largest = largestLeaf(totalMinor);
  const starts = new Uint32Array(owed.length + 1);
  for (const [i, { totalMinor: minor }] of owed.entries()) {
    starts[i + 1] = starts[i]! + splitAmount(minor, largest).length;
  }
  const salts = Buffer.alloc(owed.length * 32);
  for (let at = 0; at < salts.length; at += 32) random.bytes(32).copy(salts, at);
  return { currency, owed, largest, salts, starts, places: random.order(starts.at(-1)!) };
}

/** Writes the chunks and their tops; returns the root's hash. */
async function writeTree(tree: Tree, options: PointOptions): Promise<Buffer> {
  const { currency, owed, places, starts, largest } = tree;
  const { files } = options;
  // Which statement the leaf at a place is of, and which of its leaves it is.
  const owners = new Uint32Array(places.length);
  const numbers = new Uint16Array(places.length);
  for (let i = 0; i < owed.length; i++) {
    for (let leaf = starts[i]!; leaf < starts[i + 1]!; leaf++) {
      owners[places[leaf]!] = i;
      numbers[places[leaf]!] = leaf - starts[i]!;
    }
  }
  const hashes = Buffer.allocUnsafe(owed.length * 32);
  const exponents = new Uint8Array(places.length);
  for (const [i, one] of owed.entries()) {
    const text = statementText(statementOf(tree, i, options));
    hash('sha256', text, 'buffer').copy(hashes, i * 32);
    for (const [number, amount] of splitAmount(one.totalMinor, largest).entries()) {
      exponents[places[starts[i]! + number]!] = amount.toString(2).length - 1;
    }
  }
  const tops: Buffer[] = [];
  for (let first = 0; first < places.length; first += CHUNK_LEAVES) {
    const count = Math.min(CHUNK_LEAVES, places.length - first);
    const leaves = Buffer.allocUnsafe(count * NODE);
    for (let i = 0; i < count; i++) {
      const owner = owners[first + i]! * 32;
      const amount = 1n << BigInt(exponents[first + i]!);
      writeLeaf(leaves, i * NODE, hashes.subarray(owner, owner + 32), numbers[first + i]!, amount);
    }
    const { file, top } = packChunk(leaves);
    tops.push(top);
    await files.chunk(currency.id, first / CHUNK_LEAVES, file);
  }
  const level = Buffer.concat(tops);
  await files.tops(currency.id, level);
  return Buffer.from(topOf(level).hash);
}

function statementOf(
  { currency, owed, salts }: Tree,
  index: number,
  { point, holders }: Pick<PointOptions, 'point' | 'holders'>,
): Statement {
  const { customerId, parts } = owed[index]!;
  return {
    point,
    currency: currency.code,
    decimals: currency.decimals,
    holder: holders.get(customerId) ?? holderOf(customerId, null, null),
    salt: salts.toString('hex', index * 32, (index + 1) * 32),
    parts: [...parts].map(([part, minor]) => ({ part, amount: String(minor) })),
  };
}

/** Whom a statement is made out to: what the customer logs in with, or else a name that says so. */
export function holderOf(customerId: number, email: string | null, phone: string | null): string {
  return email ?? phone ?? `customer ${customerId}`;
}

async function writeStatements(
  trees: ReadonlyMap<number, Tree>,
  options: PointOptions,
  files: PointFiles,
): Promise<number[]> {
  const ids = new Set<number>();
  const next = new Map([...trees.keys()].map(currencyId => [currencyId, 0]));
  for (const { owed } of trees.values()) for (const { customerId } of owed) ids.add(customerId);
  const customers = [...ids].toSorted((a, b) => a - b);
  const firsts: number[] = [];
  for (let first = 0; first < customers.length; first += CUSTOMERS) {
    const kept = customers.slice(first, first + CUSTOMERS).map((customerId): KeptCustomer => {
      const statements: KeptStatement[] = [];
      for (const [currencyId, tree] of trees) {
        const index = next.get(currencyId)!;
        if (tree.owed[index]?.customerId !== customerId) continue;
        next.set(currencyId, index + 1);
        const { point: _, ...statement } = statementOf(tree, index, options);
        const places = [...tree.places.subarray(tree.starts[index]!, tree.starts[index + 1]!)];
        statements.push({ ...statement, places, largest: String(tree.largest) });
      }
      return { customerId, statements };
    });
    await files.statements(firsts.length, kept);
    firsts.push(customers[first]!);
  }
  return firsts;
}
