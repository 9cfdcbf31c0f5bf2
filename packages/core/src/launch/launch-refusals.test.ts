import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import type { CoreRefusalCode } from '../refusal.ts';
import { BTC, ETH, USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import { LAUNCH_REFUSALS } from './refusal.ts';
import type { LaunchConfig } from './terms.ts';
import { DAY_MS } from '../durations.ts';
import { LUMA, lumaOffer } from './testing/offer.ts';

let s: Scenario;
let luma: LaunchConfig;

/** Offers 1 and 2 (first come) are open, offer 3 has not begun; customer 2 has 1,000 USDT and is not frozen. */
beforeEach(() => {
  s = new Scenario();
  s.customer(1, { USDT: '100000' });
  s.customer(2, { USDT: '1000', BTC: '1' });
  luma = lumaOffer(s.nowMs);
  s.must({ type: 'configureLaunchOffer', offer: luma });
  s.must({ type: 'configureLaunchOffer', offer: named(2, { mode: 'firstCome' }) });
  s.must({
    type: 'configureLaunchOffer',
    offer: named(3, {
      startMs: luma.closeMs,
      closeMs: luma.closeMs + DAY_MS,
      launchMs: luma.closeMs + DAY_MS,
    }),
  });
  s.nowMs = luma.startMs;
});

function named(offerId: number, change: Partial<LaunchConfig> = {}): LaunchConfig {
  const currency = { ...luma.currency, id: 100 + offerId, code: `NEW${offerId}` };
  return { ...luma, offerId, currency, market: { ...luma.market, id: 100 + offerId }, ...change };
}

/** A fourth offer, valid except for the change. */
const offer = (change: object) => (): Command => {
  const startMs = s.nowMs + 1_000;
  const fine = named(4, { startMs, closeMs: startMs + DAY_MS, launchMs: startMs + DAY_MS });
  return { type: 'configureLaunchOffer', offer: { ...fine, ...change } };
};
const market = (change: object) => () => offer({ market: { ...named(4).market, ...change } })();
const coin = (change: object) => () => offer({ currency: { ...named(4).currency, ...change } })();
const commit = (change: object) => () =>
  ({
    type: 'commitToLaunch',
    customerId: 2,
    offerId: 1,
    currencyId: USDT,
    amountMinor: 100_000_000n,
    ...change,
  }) as Command;
const cancel = (offerId: number) => (): Command => ({ type: 'cancelLaunchOffer', offerId });
const after = (first: () => Command, then: () => Command) => () => {
  s.must(first());
  return then();
};

const GUARD = { bandPpm: 100_000, staleMs: 5_000 };
/** With a fresh index tick. */
const atIndex = (price: string, change: object) => () => {
  s.index(price);
  return commit(change)();
};

const REFUSALS: readonly (readonly [CoreRefusalCode, string | undefined, () => Command])[] = [
  ['invalid_launch_offer', 'offer_id', offer({ offerId: 0 })],
  ['invalid_launch_offer', 'offer_id', offer({ offerId: 1.5 })],
  ['launch_already_started', 'offer_id', offer({ offerId: 1 })],
  ['launch_already_started', 'offer_id', after(cancel(3), offer({ offerId: 3 }))],
  ['invalid_launch_offer', 'currency_id', coin({ id: 0 })],
  ['invalid_launch_offer', 'currency_id', coin({ id: ETH })],
  ['invalid_launch_offer', 'currency_id', coin({ id: LUMA })],
  ['invalid_launch_offer', 'code', coin({ code: 'new4' })],
  ['invalid_launch_offer', 'code', coin({ code: 'BTC' })],
  ['invalid_launch_offer', 'code', coin({ code: 'NEW3' })],
  ['invalid_launch_offer', 'name', coin({ name: '' })],
  ['invalid_launch_offer', 'name', coin({ name: ' Luma' })],
  ['invalid_launch_offer', 'name', coin({ name: 'Lu\nma' })],
  ['invalid_launch_offer', 'name', coin({ name: 'L'.repeat(41) })],
  ['invalid_launch_offer', 'decimals', coin({ decimals: 13 })],
  ['invalid_launch_offer', 'market_id', market({ id: 1 })],
  ['invalid_launch_offer', 'market_id', market({ id: 103 })],
  ['invalid_market', 'id', market({ id: 0 })],
  ['invalid_market', 'tick_size', market({ tickSize: '0.00000001' })],
  ['invalid_market', 'lot_size', market({ lotSize: '0' })],
  ['unknown_currency', 'quote_currency_id', market({ quoteCurrencyId: 9 })],
  ['invalid_launch_offer', 'issue_price', offer({ issuePriceE8: 0 })],
  ['invalid_launch_offer', 'issue_price', offer({ issuePriceE8: 50_000_001 })],
  ['invalid_launch_offer', 'issue_price', offer({ issuePriceE8: 10_000 * 10_000_001 })],
  ['invalid_launch_offer', 'supply', offer({ supply: 'much' })],
  ['invalid_launch_offer', 'supply', offer({ supply: '0' })],
  ['invalid_launch_offer', 'supply', offer({ supply: '144115188076' })],
  ['invalid_launch_offer', 'mode', offer({ mode: 'lottery' })],
  ['invalid_launch_offer', 'cap', offer({ cap: '0.0000001' })],
  ['invalid_launch_offer', 'cap', offer({ cap: '0' })],
  ['invalid_launch_offer', 'cap', offer({ cap: '1000.000001' })],
  ['invalid_launch_offer', 'minimum', offer({ minimum: '' })],
  ['invalid_launch_offer', 'minimum', offer({ minimum: '0' })],
  ['invalid_launch_offer', 'minimum', offer({ minimum: '200.5' })],
  ['invalid_launch_offer', 'accepted', offer({ accepted: [] })],
  ['invalid_launch_offer', 'accepted', offer({ accepted: [{ currencyId: USDT, rateE8: 1 }] })],
  ['invalid_launch_offer', 'accepted', offer({ accepted: [{ currencyId: BTC, rateE8: 0 }] })],
  ['unknown_currency', 'accepted', offer({ accepted: [{ currencyId: 9, rateE8: 1 }] })],
  [
    'invalid_launch_offer',
    'accepted',
    offer({ accepted: [BTC, BTC].map(currencyId => ({ currencyId, rateE8: 5 })) }),
  ],
  ['invalid_launch_offer', 'start', offer({ startMs: 1 })],
  ['invalid_launch_offer', 'start', offer({ startMs: NaN })],
  ['invalid_launch_offer', 'close', offer({ closeMs: 0 })],
  ['invalid_launch_offer', 'launch', offer({ launchMs: 0 })],
  ['invalid_launch_offer', 'releases', offer({ releases: [] })],
  ['invalid_launch_offer', 'releases', offer({ releases: [{ afterMs: 0, ppm: 999_999 }] })],
  ['invalid_launch_offer', 'releases', offer({ releases: [{ afterMs: -1, ppm: 1_000_000 }] })],
  [
    'invalid_launch_offer',
    'releases',
    offer({ releases: [5, 5].map(afterMs => ({ afterMs, ppm: 500_000 })) }),
  ],
  // Later than any `Date` can represent.
  ['invalid_launch_offer', 'launch', offer({ launchMs: 8_640_000_000_000_001 })],
  [
    'invalid_launch_offer',
    'releases',
    offer({ releases: [{ afterMs: 8_640_000_000_000_000, ppm: 1_000_000 }] }),
  ],
  ['unknown_customer', 'customer_id', commit({ customerId: 9 })],
  [
    'customer_frozen',
    undefined,
    after(() => ({ type: 'setCustomerFrozen', customerId: 2, frozen: true }), commit({})),
  ],
  ['unknown_launch_offer', 'offer_id', commit({ offerId: 9 })],
  ['launch_not_started', undefined, commit({ offerId: 3 })],
  ['launch_closed', undefined, after(cancel(1), commit({}))],
  ['launch_currency_not_accepted', 'currency_id', commit({ currencyId: ETH })],
  ['launch_currency_not_accepted', 'currency_id', commit({ currencyId: 9 })],
  ['launch_rate_unknown', 'currency_id', commit({ currencyId: BTC, rateGuard: GUARD })],
  ['launch_rate_unknown', 'currency_id', commit({ currencyId: BTC, rateGuard: { bandPpm: 0, staleMs: 1 } })],
  ['launch_rate_off_market', 'currency_id', atIndex('105000', { currencyId: BTC, rateGuard: GUARD })],
  ['invalid_amount', 'amount', commit({ amountMinor: 0n })],
  ['invalid_amount', 'amount', commit({ amountMinor: -1n })],
  ['invalid_amount', 'amount', commit({ amountMinor: 5 })],
  ['launch_below_minimum', 'amount', commit({ amountMinor: 9_999_999n })],
  ['launch_below_minimum', 'amount', commit({ currencyId: BTC, amountMinor: 16_666n })],
  ['insufficient_balance', 'amount', commit({ amountMinor: 1_000_000_001n })],
  ['launch_over_cap', 'amount', commit({ offerId: 2, amountMinor: 200_000_001n })],
  [
    'launch_not_enough_left',
    'amount',
    () => {
      for (const id of [11, 12]) {
        s.customer(id, { USDT: '200' });
        s.must(commit({ customerId: id, offerId: 2, amountMinor: 200_000_000n })());
      }
      return commit({ offerId: 2, amountMinor: 100_000_001n })();
    },
  ],
  [
    'launch_sold_out',
    undefined,
    () => {
      for (const [id, units] of [
        [11, 200n],
        [12, 200n],
        [13, 100n],
      ] as const) {
        s.customer(id, { USDT: '200' });
        s.must(commit({ customerId: id, offerId: 2, amountMinor: units * 1_000_000n })());
      }
      return commit({ offerId: 2 })();
    },
  ],
  ['unknown_launch_offer', 'offer_id', cancel(9)],
  ['launch_closed', 'offer_id', after(cancel(1), cancel(1))],
  [
    'invalid_currency',
    'id',
    () => ({ type: 'configureCurrency', currency: { id: LUMA, code: 'X', decimals: 2 } }),
  ],
  [
    'invalid_currency',
    'code',
    () => ({ type: 'configureCurrency', currency: { id: 7, code: 'NEW3', decimals: 2 } }),
  ],
  [
    'invalid_market',
    'id',
    () => ({ type: 'configureMarket', market: { ...luma.market, baseCurrencyId: BTC } }),
  ],
];

describe('every refusal of launches names its code and field, and changes nothing', () => {
  it.each(REFUSALS.map(([code, field, command], i) => ({ row: i + 1, code, field, command })))(
    '$row. $code ($field)',
    ({ code, field, command }) => {
      const refused = command();
      const before = s.exchange.stateHash();
      const outcome = s.exchange.apply(refused, s.nowMs);
      expect(outcome).toMatchObject({ ok: false, refusal: { code } });
      expect(outcome.ok ? null : outcome.refusal.field).toBe(field);
      expect(s.exchange.stateHash()).toBe(before);
    },
  );

  it('the unchanged fourth offer is accepted, so each row above is refused for its own change', () => {
    for (const fine of [offer({}), commit({}), commit({ offerId: 2 })]) {
      expect(s.try(fine())).toHaveProperty('ok', true);
    }
  });

  it('the rows contain every refusal code of launches', () => {
    const seen = new Set<string>(REFUSALS.map(([code]) => code));
    expect(LAUNCH_REFUSALS.filter(code => !seen.has(code))).toEqual([]);
  });
});
