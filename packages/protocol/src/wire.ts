import type { z } from 'zod';
import type * as account from './calls/account.ts';
import type * as market from './calls/market.ts';
import type * as notice from './calls/notice.ts';
import type * as spot from './calls/spot.ts';
import type * as wallet from './calls/wallet.ts';

/** The things calls and sockets carry, as types alone. */
export type WireUser = z.output<typeof account.user>;
export type WireCurrency = z.output<typeof market.currency>;
export type WireMarket = z.output<typeof market.market>;
export type WireTicker = z.output<typeof market.ticker>;
export type WireCandle = z.output<typeof market.candle>;
export type WireDepth = z.output<typeof market.depth>;
export type WireLevel = z.output<typeof market.level>;
export type WirePublicTrade = z.output<typeof market.publicTrade>;
export type WireOrder = z.output<typeof spot.order>;
export type WireFill = z.output<typeof spot.fill>;
export type WireBalance = z.output<typeof wallet.balance>;
export type WireLedgerEntry = z.output<typeof wallet.ledgerEntry>;
export type WireTransfer = z.output<typeof wallet.transfer>;
export type WireNotice = z.output<typeof notice.noticeSummary>;
export type { Interval } from './calls/market.ts';
