import type { ReadonlyExchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { Chains } from '../../chains/chains.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import { defineModule } from '../../module/module.ts';
import type { Clock } from '../../timekeeping/clock.ts';
import { PeriodicJob } from '../../timekeeping/periodic-job.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { BooksCounter } from './counter.ts';
import { CompanyDifferences } from './differences.ts';
import { booksKinds } from './kinds.ts';
import { MonthFiles } from './month-files.ts';
import { Periods } from './periods.ts';
import { ProfitWithdrawals } from './profit.ts';
import { createProfitBus } from './profit-bus.ts';
import { ReconciliationQueue } from './queue.ts';
import { registerBooksDeskCalls, registerCompanyCalls } from './routes.ts';
import { BooksService } from './service.ts';

/** How often the ledger is counted, statements are compared, and what is due leaves. */
const EVERY_MS = 15_000;
/** How often closed months are looked for whose file has no digest yet. */
const FILES_EVERY_MS = 60_000;

export interface BooksOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly exchange: Pick<
    ReadonlyExchange,
    'balance' | 'currencies' | 'freeProfitMinor' | 'lastPostingId' | 'market' | 'markets'
  >;
  readonly units: MarketUnitsTable;
  readonly chains: Pick<Chains, 'custody'>;
  readonly audit: AuditLog;
  readonly now: () => number;
  readonly clock: Pick<Clock, 'stop'>;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
  readonly log: FastifyBaseLogger;
}

/** The company's books: results, accountants' files, closed months, bank reconciliation, and the house's profit. */
export function createBooks(options: BooksOptions) {
  const { bus, log } = options;
  const counter = new BooksCounter(options);
  const periods = new Periods(options);
  const profit = new ProfitWithdrawals({ ...options, bus: createProfitBus(bus) });
  const differences = new CompanyDifferences(options);
  const files = new MonthFiles(options);
  const service = new BooksService({ ...options, periods });
  const routes = { ...options, chains: options.chains.custody, service, profit };
  const turn = async (): Promise<void> => {
    await counter.count();
    await differences.compare();
    await profit.leave();
  };
  return defineModule({
    name: 'books',
    turn,
    keepFiles: () => files.keep(),
    kinds: booksKinds({ ...options, periods, profit }),
    queues: [new ReconciliationQueue({ ...options, differences })],
    calls: register => registerCompanyCalls(register, routes),
    deskCalls: register => registerBooksDeskCalls(register, routes),
    finishLeft: turn,
    start() {
      const failure = 'the company’s books could not be brought up to date; they will be';
      const stops = [
        new PeriodicJob(turn, { everyMs: EVERY_MS, log, failure }).start(),
        new PeriodicJob(() => files.keep(), { everyMs: FILES_EVERY_MS, log, failure }).start(),
      ];
      return async () => {
        await Promise.all(stops.map(stop => stop()));
      };
    },
  });
}
