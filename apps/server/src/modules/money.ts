import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Chains } from '../chains/chains.ts';
import type { TransferSink } from '../chains/watcher/chain-watcher.ts';
import type { CommandBus } from '../engine/command-bus.ts';
import type { RegisterCall } from '../http/call-router.ts';
import { CustomerNews } from './customer-news.ts';
import { DepositBooking } from './deposit/booking.ts';
import { ChainSink } from './deposit/chain-sink.ts';
import { DepositQueue } from './deposit/queue.ts';
import { DepositReview } from './deposit/review.ts';
import { registerDepositCalls } from './deposit/routes.ts';
import { DepositService } from './deposit/service.ts';
import type { QueueKind } from './desk/queue/queue-kind.ts';
import type { PlatformSettings } from './desk/setting/platform-settings.ts';
import type { MarketUnitsTable } from './market/units.ts';
import type { Pictures } from './pictures/service.ts';
import type { Teller } from './security/teller.ts';

export interface MoneyOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly pictures: Pictures;
  readonly chains: Pick<
    Chains,
    'addresses' | 'checkAddress' | 'verifyPayout' | 'confirmations' | 'isWatched'
  >;
  readonly teller: Pick<Teller, 'tell'>;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

/** Money that comes in and goes out. */
export interface Money {
  /** Takes what the chain watchers report. */
  readonly sink: TransferSink;
  /** What operators decide. */
  readonly queues: readonly QueueKind[];
  /** What was decided and has not reached the exchange: after a crash, or while it was busy. */
  finish(): Promise<void>;
  registerCalls(register: RegisterCall): void;
}

/** All parts, wired to one another. */
export function createMoney(options: MoneyOptions): Money {
  const { pool, units, pictures } = options;
  const news = new CustomerNews(options);
  const booking = new DepositBooking({ ...options, news });
  const review = new DepositReview({ ...options, booking, news });
  const deposits = new DepositService(options);
  return {
    sink: new ChainSink({ ...options, booking }),
    queues: [new DepositQueue({ pool, units, pictures, review })],
    async finish() {
      await booking.finishAll();
    },
    registerCalls(register) {
      registerDepositCalls(register, deposits);
    },
  };
}
