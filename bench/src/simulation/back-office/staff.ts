import type { CommandBus } from '@tallystick/server/engine/command-bus';
import type { ReadonlyExchange } from '@tallystick/core';
import type { Pool } from '@tallystick/server/database/pool';
import { DepositBooking } from '@tallystick/server/modules/deposit/booking';
import { DepositReview } from '@tallystick/server/modules/deposit/review';
import { MarketUnitsTable } from '@tallystick/server/modules/market/units';
import { CustomerNews } from '@tallystick/server/modules/notification/customer-news';
import { WithdrawalBooking } from '@tallystick/server/modules/withdrawal/booking';
import { Payouts } from '@tallystick/server/modules/withdrawal/payouts';
import { WithdrawalReview } from '@tallystick/server/modules/withdrawal/review';
import { PayoutHold } from '@tallystick/server/payout-hold/payout-hold';
import { Vault } from '@tallystick/server/vault/vault';
import { Registry } from 'prom-client';

export interface StaffOptions {
  readonly pool: Pool;
  readonly bus: CommandBus;
  readonly exchange: ReadonlyExchange;
  readonly now: () => number;
  /** Told what a service writes to its log instead of throwing it. */
  readonly logged: (error: unknown) => void;
}

/** Sealed for nobody: the simulated exchange has no secrets. */
export const VAULT = new Vault([Buffer.alloc(32, 7)]);

/** The server's own services with which people decide on money that comes and goes, on one machine. */
export interface Staff {
  readonly withdrawals: WithdrawalBooking;
  readonly withdrawalReview: WithdrawalReview;
  readonly deposits: DepositBooking;
  readonly depositReview: DepositReview;
}

export function openStaff({ pool, bus, exchange, now, logged }: StaffOptions): Staff {
  const units = new MarketUnitsTable(exchange);
  const log = {
    error: (details: unknown) => logged((details as { readonly err?: unknown }).err),
    warn: () => undefined,
    info: () => undefined,
  };
  const notifier = { mail: () => Promise.resolve(), wake: () => undefined };
  const news = new CustomerNews({ notifier, now });
  const hold = openHold(log);
  const withdrawals = new WithdrawalBooking({ pool, bus, units, vault: VAULT, news, hold, log });
  const noChains = { verifyPayout: () => Promise.reject(new Error('banks have no chain')) };
  const payouts = new Payouts({ pool, vault: VAULT, chains: noChains, booking: withdrawals, hold, log });
  // Nobody is on a list.
  const compliance = {
    refuseHeld: () => Promise.resolve(),
    address: () => Promise.resolve(null),
    addressSeen: () => Promise.resolve(),
    others: () => Promise.resolve([]),
    othersSeen: () => Promise.resolve(),
  };
  const cards = { list: () => Promise.resolve([]) };
  const common = { pool, news, now, certainNow: now };
  const deposits = new DepositBooking({ pool, bus, units, news, now, log });
  return {
    withdrawals,
    withdrawalReview: new WithdrawalReview({
      ...common,
      exchange,
      booking: withdrawals,
      payouts,
      hold,
      compliance,
    }),
    deposits,
    depositReview: new DepositReview({ ...common, units, booking: deposits, compliance, cards }),
  };
}

/** Logs and books are watched elsewhere: here payouts are always open. */
function openHold(log: {
  readonly error: (details: unknown) => void;
  readonly info: () => void;
}): PayoutHold {
  const whole = () => Promise.resolve(true);
  return new PayoutHold({
    priceLog: { publisher: { state: 'signing' }, turn: whole } as never,
    heads: { status: () => [], turn: whole } as never,
    reconciliation: { status: { failure: null } } as never,
    registry: new Registry(),
    log,
  });
}
