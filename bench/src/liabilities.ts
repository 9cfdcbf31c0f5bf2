/**
 * `bench:liabilities`: how long the trees of an audit point take for many customers, what they need of memory and disk, and how
 * large a proof is, how long it takes to make and to check. Everybody holds three currencies and has an order open.
 *
 *   --customers N   100,000 if left out
 *   --json          one JSON array on standard output and nothing else
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Exchange, liabilitiesOf } from '@tallystick/core';
import { configureCommands } from '@tallystick/core/testing/demo-exchange';
import { Vault } from '@tallystick/server/vault/vault';
import { FolderStore } from '@tallystick/server/object-store/folder-store';
import { makePoint, type MadePoint } from '@tallystick/server/modules/liability/make-point';
import { PointStore } from '@tallystick/server/modules/liability/point-files';
import { prove } from '@tallystick/server/modules/liability/prove';
import { Random } from '@tallystick/server/modules/liability/random';
import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import type { LiabilityProof } from '@tallystick/verify/liability/proof';
import { verify } from '@tallystick/verify/verify';
import { infoRow, median, progress, report } from './report.ts';

const flag = process.argv.indexOf('--customers');
const CUSTOMERS = flag < 0 ? 100_000 : Number(process.argv[flag + 1]);
const PROOFS = 200;
const AT_MS = 1_700_000_000_000;

/** Amounts as people have them: many small ones, few large ones, the last digits any. */
function amountOf(customer: number, currency: number): bigint {
  const drawn = (customer * 2_654_435_761 + currency * 40_503) % 4_294_967_296;
  const size = 10 ** (4 + (8 * drawn) / 4_294_967_296);
  return BigInt(Math.floor(size)) * 1_000n + BigInt(drawn % 1_000) + 1n;
}

function exchangeOf(customers: number): Exchange {
  const exchange = new Exchange();
  const apply = (command: Parameters<Exchange['apply']>[0]): void => {
    const outcome = exchange.apply(command, AT_MS);
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal.code}`);
  };
  for (const command of configureCommands()) apply(command);
  const currencies = exchange.currencies();
  for (let index = 1; index <= customers; index++) {
    const customerId = LAST_HOUSE_ID + index;
    apply({ type: 'openCustomer', customerId });
    for (const { id } of currencies) {
      const amountMinor = amountOf(index, id);
      const reference = `faucet:${index}`;
      apply({
        type: 'credit',
        customerId,
        account: 'spot',
        currencyId: id,
        amountMinor,
        from: 'faucet',
        reference,
      });
    }
  }
  return exchange;
}

const seconds = (ms: number): number => Math.round(ms) / 1000;
const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

progress(`an exchange of ${CUSTOMERS} customers`);
const exchange = exchangeOf(CUSTOMERS);
const holders = new Map(exchange.customerIds().map(id => [id, `customer${id}@example.com`] as const));
const folder = await mkdtemp(path.join(tmpdir(), 'liabilities-'));
const store = new PointStore(new FolderStore(folder), new Vault([Buffer.alloc(32, 7)]));
let stored = 0;
let files = 0;
const counted = (bytes: number): void => {
  stored += bytes;
  files++;
};
globalThis.gc?.();
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
let made: MadePoint;
const startedAt = performance.now();
try {
  const liabilities = liabilitiesOf(exchange, AT_MS);
  const readMs = performance.now() - startedAt;
  const checkedAt = performance.now();
  exchange.checkInvariants('all');
  const checkMs = performance.now() - checkedAt;
  const at = store.newFolder(1);
  const makingAt = performance.now();
  made = await makePoint({
    exchange,
    point: 1,
    atMs: AT_MS,
    holders,
    random: new Random(),
    files: {
      async chunk(currencyId, number, file) {
        counted(file.length);
        most = Math.max(most, process.memoryUsage().rss);
        await store.writeChunk(at, currencyId, number, file);
      },
      async tops(currencyId, file) {
        counted(file.length);
        await store.writeTops(at, currencyId, file);
      },
      async statements(number, customers) {
        counted(JSON.stringify(customers).length);
        await store.writeStatements(at, number, customers);
      },
    },
  });
  const makingMs = performance.now() - makingAt;
  progress(`${PROOFS} proofs`);
  const sizes: number[] = [];
  const proving: number[] = [];
  const checking: number[] = [];
  const body = {
    point: 1,
    sequence: 1,
    at_ms: AT_MS,
    tree: made.totals.flatMap(({ root, code: currency, decimals, totalMinor, leaves }) =>
      root === null
        ? []
        : [{ currency, decimals, root: root.toString('hex'), total: String(totalMinor), leaves }],
    ),
    beside: [],
  };
  for (let i = 0; i < PROOFS; i++) {
    const customerId = LAST_HOUSE_ID + 1 + Math.floor((i * CUSTOMERS) / PROOFS);
    const provingAt = performance.now();
    const kept = await store.statementsOf(at, made.firsts, customerId);
    const statements: LiabilityProof['statements'][number][] = [];
    for (const statement of kept!.statements) {
      const total = made.totals.find(({ code }) => code === statement.currency)!;
      statements.push(await prove(1, statement, total.leaves, store.tree(at, total.currencyId)));
    }
    proving.push(performance.now() - provingAt);
    const record = { number: 1, at_ms: AT_MS, previous_hash: '0'.repeat(64), body };
    const proof = { kind: 'tallystick liability proof 1', record, statements, log: null };
    sizes.push(JSON.stringify(proof).length);
    const checkingAt = performance.now();
    if (verify(proof).verdict !== 'right') throw new Error('a proof is wrong');
    checking.push(performance.now() - checkingAt);
  }
  const leaves = made.totals.reduce((sum, total) => sum + total.leaves, 0);
  report([
    infoRow('customers', CUSTOMERS, '', 'lower'),
    infoRow('balances', liabilities.length, '', 'lower'),
    infoRow('leaves', leaves, '', 'lower'),
    infoRow('what is owed, read from the exchange', seconds(readMs), 's', 'lower'),
    infoRow('all invariants of the core', seconds(checkMs), 's', 'lower'),
    infoRow('trees made and written', seconds(makingMs), 's', 'lower'),
    infoRow('memory beyond the exchange, at most', megabytes(most - before), 'MB', 'lower'),
    infoRow('stored', megabytes(stored), 'MB', 'lower'),
    infoRow('files', files, '', 'lower'),
    infoRow('proof, median', Math.round(median(sizes) / 1_000), 'kB', 'lower'),
    infoRow('proof, largest', Math.round(Math.max(...sizes) / 1_000), 'kB', 'lower'),
    infoRow('proof made, median', Math.round(median(proving)), 'ms', 'lower'),
    infoRow('proof checked, median', Math.round(median(checking)), 'ms', 'lower'),
  ]);
} finally {
  clearInterval(watch);
  await rm(folder, { recursive: true, force: true });
}
