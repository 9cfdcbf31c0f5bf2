import { PLATFORM_OWNER, type ReadonlyExchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { followJournal } from '../follow-journal.ts';
import type { Follower } from '../follower.ts';
import { HOLD_HISTORY } from '../history/history-tables.ts';
import { projectedSequence } from '../projecting/position.ts';
import type { Queryable } from '../projections/queryable.ts';
import { areLast, ComparedState, verifyNewestTick, verifyZero } from '../projections/verify-state.ts';
import { LedgerWalk } from './ledger-walk.ts';

export interface ReconcilerOptions {
  readonly client: ClientBase;
  /** An exchange used by nobody else: each step first applies what has been journaled. */
  readonly follower: Follower;
  /** Owners compared in one step; more if a round would otherwise take too many steps. */
  readonly owners: number;
  /** Ledger entries read in one step. */
  readonly entries: number;
}

export interface StepReport {
  /** Differences in words. */
  readonly problems: readonly string[];
  /** Sequence of the command after which tables and core were compared. */
  readonly sequence: number;
  /** Numbers of owners and entries that were compared. */
  readonly owners: number;
  readonly entries: number;
  /** True when a full round has just ended. */
  readonly completed: boolean;
}

/** Steps per round at most. Each looks at all customers' ids and everything open, so more would cost quadratic time. */
const STEPS_A_ROUND = 500;

/** Compares the tables with the core they are derived from, a bounded part at a time, while the exchange runs. */
export class Reconciler {
  readonly #options: ReconcilerOptions;
  readonly #walk: LedgerWalk;
  #nextOwner = 0;
  #walking = false;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#walk = new LedgerWalk(options.entries);
  }

  /** Compares the next part: reads journal and tables as of one moment, and brings the exchange to where the tables are. */
  async step(): Promise<StepReport> {
    const { client, follower } = this.#options;
    await client.query('begin isolation level repeatable read read only');
    try {
      await client.query(HOLD_HISTORY);
      await followJournal(client, follower, await projectedSequence(client));
      return { sequence: follower.position.sequence, ...(await this.#compare()) };
    } finally {
      await client.query('rollback');
    }
  }

  async #compare(): Promise<Omit<StepReport, 'sequence'>> {
    const { client, owners } = this.#options;
    const { exchange } = this.#options.follower;
    if (this.#walking) {
      const walked = await this.#walk.step(client, exchange);
      this.#walking = !walked.ended;
      return { problems: walked.problems, owners: 0, entries: walked.entries, completed: walked.ended };
    }
    const state = new ComparedState(exchange);
    const slice = state.ownersFrom(this.#nextOwner, Math.max(owners, Math.ceil(state.size / STEPS_A_ROUND)));
    const problems = await state.compare(client, slice);
    if (slice.from === PLATFORM_OWNER) problems.push(...(await verifyOnce(client, exchange)));
    this.#walking = areLast(slice);
    this.#nextOwner = this.#walking ? PLATFORM_OWNER : slice.to + 1;
    return { problems, owners: slice.ids.length, entries: 0, completed: false };
  }
}

/** Things compared as a whole, whose size does not grow with the age of the exchange. */
async function verifyOnce(database: Queryable, exchange: ReadonlyExchange): Promise<string[]> {
  return [...(await verifyZero(database)), ...(await verifyNewestTick(database, exchange))];
}

/** Compares everything except history, before anybody is served. Nothing may be committed meanwhile. */
export async function verifyAtStart(database: Queryable, exchange: ReadonlyExchange): Promise<string[]> {
  const found = await verifyOnce(database, exchange);
  return [...found, ...(await new ComparedState(exchange).compareAll(database))];
}
