import { settleOption, type OptionDirection } from '@tallystick/core/option/settlement';
import type { WireLoggedTick, WireOptionReceipt } from '@tallystick/protocol/wire';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { IndexTick } from './plot.ts';

/** What the published ticks make of an option's terms; worked out here, not asked for. */
export interface Replay {
  /** The market's ticks from the entry on, oldest first. */
  readonly ticks: readonly IndexTick[];
  readonly entry: IndexTick | undefined;
  readonly exit: IndexTick | undefined;
  readonly result: NonNullable<WireOptionReceipt['result']>;
  /** In units. */
  readonly payout: string;
  /** What the other direction would have been paid. */
  readonly otherPayout: string;
  /** Result, ticks and payout are those that were booked. */
  readonly matches: boolean;
}

const PRICE_DECIMALS = 8;

type LoggedPrice = Pick<WireLoggedTick, 'number' | 'market_id' | 'price_e8' | 'at_ms'>;

const RESULTS = {
  rise: 'rise',
  fall: 'fall',
  even: 'even',
  staleEntry: 'stale_entry',
  staleExit: 'stale_exit',
} as const;

/** A whole number of 1e-8 as a decimal string. */
function priceOf(priceE8: number): string {
  return formatMinor(BigInt(priceE8), PRICE_DECIMALS);
}

/**
 * Settles the option of a receipt again, by the same function the exchange runs. `logged` are ticks of the price log in
 * its order, from the receipt's chain head on until past the delivery.
 */
export function replay(receipt: WireOptionReceipt, logged: readonly LoggedPrice[]): Replay {
  const ticks = logged.map(({ number, market_id, price_e8, at_ms }) => ({
    number,
    marketId: market_id,
    priceE8: price_e8,
    atMs: at_ms,
  }));
  const settle = (direction: OptionDirection) =>
    settleOption(
      {
        marketId: receipt.market_id,
        direction,
        stakeMinor: BigInt(receipt.stake_minor),
        payoutPpm: receipt.payout_ppm,
        staleMs: receipt.stale_ms,
        boughtAtMs: receipt.bought_at_ms,
        deliveryAtMs: receipt.delivery_at_ms,
        chainHead: receipt.chain_head,
      },
      ticks,
    );
  const own = settle(receipt.direction);
  const other = settle(receipt.direction === 'rise' ? 'fall' : 'rise');
  const result = RESULTS[own.result];
  const shown = (tick: (typeof ticks)[number] | null): IndexTick | undefined =>
    tick === null ? undefined : { number: tick.number, atMs: tick.atMs, price: priceOf(tick.priceE8) };
  return {
    ticks: ticks
      .filter(
        tick =>
          tick.marketId === receipt.market_id &&
          tick.number > receipt.chain_head.number &&
          tick.atMs <= receipt.delivery_at_ms,
      )
      .map(tick => ({ number: tick.number, atMs: tick.atMs, price: priceOf(tick.priceE8) })),
    entry: shown(own.entry),
    exit: shown(own.exit),
    result,
    payout: formatMinor(own.payoutMinor, receipt.decimals),
    otherPayout: formatMinor(other.payoutMinor, receipt.decimals),
    matches:
      result === receipt.result &&
      (own.entry?.number ?? null) === (receipt.entry?.number ?? null) &&
      (own.exit?.number ?? null) === (receipt.exit?.number ?? null) &&
      String(own.payoutMinor) === receipt.payout_minor,
  };
}
