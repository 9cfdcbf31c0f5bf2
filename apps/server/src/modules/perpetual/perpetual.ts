import type { ReadonlyExchange } from '@tallystick/core';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import type { CommandBus } from '../../engine/command-bus.ts';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import type { TickerClock } from '../market/wire.ts';
import type { NotificationPreferences } from '../notification/preferences.ts';
import type { Notifier } from '../notification/notifier.ts';
import type { Feed } from '../../feed/feed.ts';
import { AlertFeed } from './alert-feed.ts';
import { PositionMailPreferences } from './mail-preferences.ts';
import { ConditionalService } from './conditional-service.ts';
import { conditionalWire } from './conditional-wire.ts';
import { PerpetualMarkets } from './market.ts';
import { PerpetualService } from './service.ts';
import { PerpetualUnitsTable } from './units.ts';
import { WaitingOrders } from './waiting-orders.ts';
import { PerpetualWatch } from './watch.ts';
import { positionWire } from './wire.ts';

export interface PerpetualModuleOptions {
  readonly pool: pg.Pool;
  readonly history: HistoryPool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly marketData: MarketData;
  readonly feed: Feed;
  readonly notifier: Pick<Notifier, 'news' | 'wake'>;
  readonly preferences: NotificationPreferences;
  readonly now: () => number;
  readonly clock: TickerClock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export type Perpetual = ReturnType<typeof createPerpetual>;

/** Contracts' services: calls, reads and alerts. */
export function createPerpetual(options: PerpetualModuleOptions) {
  const units = new PerpetualUnitsTable(options.exchange);
  return {
    ...options,
    units,
    service: new PerpetualService(options),
    conditionals: new ConditionalService(options),
    conditionalWire: conditionalWire({ ...options, units }),
    waiting: new WaitingOrders(options),
    markets: new PerpetualMarkets(options),
    mails: new PositionMailPreferences(options.preferences),
    /** To the sockets. */
    alerts: new AlertFeed(options.now),
    /** Positions in the shape of the wire. */
    wire: positionWire({ ...options, units }),
    watch: new PerpetualWatch({ ...options, units }),
  };
}
