/**
 * `bench:recovery`: how long a restart takes. A million accepted spot commands are journaled and replayed from
 * PostgreSQL, chain of hashes and all invariants included; a snapshot of 100,000 customers is read and restored.
 *
 *   --json    one JSON array on standard output and nothing else
 */
import { Exchange, LOGIC_VERSION, type Command } from '@tallystick/core';
import { configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import { spotCommands } from '@tallystick/core/testing/spot-commands';
import { ownBundle } from '@tallystick/server/engine/cores/released';
import { GENESIS_HASH, journalHash } from '@tallystick/server/engine/journal/chain';
import { encodeEntry } from '@tallystick/server/engine/journal/command-codec';
import { JOURNAL_START } from '@tallystick/server/engine/journal/journal-reader';
import { recover } from '@tallystick/server/engine/recovery';
import { writeSnapshot } from '@tallystick/server/engine/snapshots/snapshot-store';
import pg from 'pg';
import { LimitOrders } from './orders/limit-orders.ts';
import { temporaryDatabase } from './orders/temporary-database.ts';
import { goalRow, infoRow, progress, report, type Row } from './report.ts';

const COMMANDS = 1_000_000;
const ROW_COMMANDS = 500;
const SNAPSHOT_CUSTOMERS = 100_000;

async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const database = await temporaryDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await database.close();
  }
}

/** Journals `COMMANDS` accepted commands, as the sequencer would have, and returns the state they lead to. */
async function fillJournal(client: pg.Client): Promise<Exchange> {
  const exchange = new Exchange();
  let entries: string[] = [];
  let sequence = 0;
  let hash = GENESIS_HASH;
  const core = (await ownBundle()).hash;
  const writeRow = async (): Promise<void> => {
    const row = {
      firstSequence: sequence - entries.length + 1,
      lastSequence: sequence,
      epoch: 1,
      logicVersion: LOGIC_VERSION,
      core,
      commands: `[${entries.join(',\n')}]`,
    };
    const previousHash = hash;
    hash = journalHash(previousHash, row);
    await client.query({
      name: 'journal',
      text: `insert into journal
        (first_sequence, last_sequence, epoch, logic_version, previous_hash, hash, commands, core)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [
        row.firstSequence,
        row.lastSequence,
        1,
        LOGIC_VERSION,
        previousHash,
        hash,
        row.commands,
        Buffer.from(core, 'hex'),
      ],
    });
    entries = [];
  };
  const { setup, commands } = spotCommands({
    seed: 3,
    commands: COMMANDS * 1.1,
    customers: 1_000,
    waitingOrders: 5_000,
  });
  for (const { command, atMs } of [...setup, ...commands]) {
    if (sequence === COMMANDS) break;
    if (!exchange.apply(command, atMs).ok) continue;
    entries.push(encodeEntry({ sequence: ++sequence, atMs, command, idempotency: null }));
    if (entries.length === ROW_COMMANDS) await writeRow();
  }
  if (sequence !== COMMANDS) throw new Error(`only ${sequence} commands were accepted`);
  return exchange;
}

async function measureReplay(): Promise<Row[]> {
  return connected(async client => {
    progress(`journaling ${COMMANDS} commands`);
    const stateHash = (await fillJournal(client)).stateHash();
    progress('replaying them');
    const startedAt = performance.now();
    const recovered = await recover(client, {
      onBadSnapshot: ({ reason }) => {
        throw new Error(reason);
      },
    });
    const seconds = (performance.now() - startedAt) / 1000;
    if (recovered.exchange.stateHash() !== stateHash) throw new Error('the replayed state differs');
    return [
      goalRow('replay of 1,000,000 commands', seconds, 's', 10, 'lower'),
      infoRow('replay rate', COMMANDS / seconds, 'commands/s', 'higher'),
    ];
  });
}

async function measureRestore(): Promise<Row[]> {
  return connected(async client => {
    progress(`a snapshot of ${SNAPSHOT_CUSTOMERS} customers`);
    const exchange = new Exchange();
    const atMs = Date.now();
    const apply = (command: Command): void => {
      const outcome = exchange.apply(command, atMs);
      if (!outcome.ok) throw new Error(outcome.refusal.code);
    };
    for (const command of configureCommands()) apply(command);
    for (let id = 1; id <= SNAPSHOT_CUSTOMERS; id++) {
      for (const command of fundedCustomerCommands(id, 1_000_000_000_000n)) apply(command);
    }
    const orders = new LimitOrders(1);
    for (let id = 1; id <= SNAPSHOT_CUSTOMERS; id++) apply(orders.next(id));
    await writeSnapshot(client, exchange, JOURNAL_START, 3);
    const size = await client.query<{ bytes: string }>('select byte_length as bytes from snapshots');
    const startedAt = performance.now();
    const restored = await recover(client, {
      onBadSnapshot: ({ reason }) => {
        throw new Error(reason);
      },
    });
    const seconds = (performance.now() - startedAt) / 1000;
    if (restored.exchange.stateHash() !== exchange.stateHash()) throw new Error('the restored state differs');
    return [
      goalRow('snapshot restore of 100,000 customers', seconds, 's', 3, 'lower'),
      infoRow('its size', Number(size.rows[0]!.bytes) / 1e6, 'MB', 'lower'),
    ];
  });
}

report([...(await measureReplay()), ...(await measureRestore())]);
