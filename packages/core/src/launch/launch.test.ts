import { beforeEach, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { finish } from '../stepwise.ts';
import { BTC, USDT } from '../testing/demo-exchange.ts';
import { isTimeDue } from '../testing/time-due.ts';
import { Scenario } from '../testing/scenario.ts';
import { allocate } from './allocate.ts';
import { commitmentIsProven, hashesStepwise, listRoot, proofIn } from './allocation-list.ts';
import { Closing } from './closing.ts';
import type { LaunchConfig } from './terms.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { LUMA, LUMA_USDT, lumaOffer } from './testing/offer.ts';

let s: Scenario;
let terms: LaunchConfig;

beforeEach(() => {
  s = new Scenario();
  for (const customerId of [1, 2, 3, 4]) s.customer(customerId, { USDT: '1000', BTC: '1' });
  offer();
});

function offer(change: Partial<LaunchConfig> = {}): void {
  terms = lumaOffer(s.nowMs, change);
  s.must({ type: 'configureLaunchOffer', offer: terms });
}

function commitment(customerId: number, amountMinor: bigint, currencyId = USDT) {
  return { type: 'commitToLaunch', customerId, offerId: terms.offerId, currencyId, amountMinor } as const;
}

const usdt = (units: number) => BigInt(units) * 1_000_000n;

/** Applies everything due until `atMs`, as the sequencer does. */
function passTo(atMs: number): void {
  s.nowMs = atMs;
  while (isTimeDue(s.exchange, atMs)) s.must({ type: 'passTime' });
}

/** The same, without the backlog, which other commands need not wait for. */
function passDue(atMs: number): void {
  s.nowMs = atMs;
  while (s.exchange.dueAtMs() <= atMs) s.must({ type: 'passTime' });
}

function subscribe(): void {
  s.nowMs = terms.startMs;
}

function units(customerId: number): bigint {
  return s.exchange.launch.order(terms.offerId, customerId)!.allocatedMinor!;
}

function luma(customerId: number): bigint {
  return s.exchange.balance({ ownerId: customerId, account: 'spot', currencyId: LUMA }).availableMinor;
}

function platform(account: 'launchEscrow' | 'issuance' | 'issuer', currencyId: number): bigint {
  return s.exchange.balance({ ownerId: 0, account, currencyId }).availableMinor;
}

describe('the offer’s rate beside the index', () => {
  const GUARD = { bandPpm: 100_000, staleMs: 5_000 };
  const guarded = (change: object = {}) => ({
    ...commitment(1, 100_000n, BTC),
    rateGuard: GUARD,
    ...change,
  });

  // The offer's rate is 60,000: 10 % above 54,545.45… and 10 % below 66,666.66….
  it.each([
    ['54545.46', true],
    ['54545.45', false],
    ['66666.66', true],
    ['66666.67', false],
    ['105000', false],
  ])('an index of %s takes the money: %s', (price, taken) => {
    subscribe();
    s.index(price);
    if (taken) s.must(guarded());
    else expect(s.refusal(guarded())).toBe('launch_rate_off_market');
  });

  it('an old index price does not count, and an offer without a rate guard accepts any rate', () => {
    subscribe();
    s.index('60000');
    s.nowMs += 5_000;
    s.must(guarded());
    s.nowMs += 1;
    expect(s.refusal(guarded())).toBe('launch_rate_unknown');
    s.index('105000');
    s.must(commitment(1, 100_000n, BTC));
  });

  it('the quote currency needs no index', () => {
    subscribe();
    s.must({ ...commitment(1, usdt(100)), rateGuard: GUARD });
    expect(s.frozen(1, 'USDT')).toBe('100');
  });
});

describe('a commitment', () => {
  it('freezes money of the spot account; several commitments add up in one order', () => {
    subscribe();
    s.must(commitment(1, usdt(100)));
    s.must(commitment(1, 100_000n, BTC));
    s.must(commitment(1, usdt(20)));
    expect([s.available(1, 'USDT'), s.frozen(1, 'USDT')]).toEqual(['880', '120']);
    expect(s.frozen(1, 'BTC')).toBe('0.001');
    expect(s.exchange.launch.order(1, 1)).toMatchObject({
      orderId: 1,
      committed: [
        { currencyId: USDT, amountMinor: usdt(120) },
        { currencyId: BTC, amountMinor: 100_000n },
      ],
      allocatedMinor: null,
    });
    expect(s.exchange.launch.totals(1)).toEqual({
      orders: 1,
      valueMinor: usdt(180),
      wantedMinor: 360_000_000n,
    });
  });

  it('is accepted from the start until just before the close', () => {
    s.nowMs = terms.startMs - 1;
    expect(s.refusal(commitment(1, usdt(100)))).toBe('launch_not_started');
    s.nowMs = terms.startMs;
    s.must(commitment(1, usdt(100)));
    s.nowMs = terms.closeMs - 1;
    s.must(commitment(2, usdt(100)));
    s.nowMs = terms.closeMs;
    expect(s.refusal(commitment(3, usdt(100)))).toBe('launch_closed');
  });

  it('may exceed the cap of a pro-rata offer, and is then allocated at most the cap', () => {
    subscribe();
    s.must(commitment(1, usdt(900)));
    passTo(terms.closeMs);
    expect(units(1)).toBe(400_000_000n);
    expect([s.available(1, 'USDT'), s.frozen(1, 'USDT')]).toEqual(['800', '0']);
  });
});

describe('an oversubscribed offer', () => {
  beforeEach(() => {
    subscribe();
    s.must(commitment(1, usdt(900)));
    s.must(commitment(2, usdt(100)));
    s.must(commitment(3, usdt(200)));
    passTo(terms.closeMs);
  });

  it('shares what exceeds a cap among the others, to the unit', () => {
    // 900 of 1,200 would be 750 LUMA: capped at 400. The other 600 are shared 1 : 2, 200 and 400.
    expect([units(1), units(2), units(3)]).toEqual([400_000_000n, 200_000_000n, 400_000_000n]);
    expect(s.exchange.launch.offer(1)).toMatchObject({
      status: 'closed',
      result: { orders: 3, valueMinor: usdt(1200), allocatedMinor: 1_000_000_000n },
    });
  });

  it('moves the cost into escrow and returns the rest at once', () => {
    expect([1, 2, 3].map(id => [s.available(id, 'USDT'), s.frozen(id, 'USDT')])).toEqual([
      ['800', '0'],
      ['900', '0'],
      ['800', '0'],
    ]);
    expect(platform('launchEscrow', USDT)).toBe(usdt(500));
  });

  it('publishes a list whose root and lines anyone can recompute', () => {
    const figures = s.exchange.launch.figures(1)!;
    const list = s.exchange.launch.orders(1);
    const { root } = s.exchange.launch.offer(1)!.result!;
    expect(listRoot(figures, list)).toBe(root);
    expect(listRoot(figures, list.toReversed())).toBe(root);
    const proof = proofIn(finish(hashesStepwise(figures, list)), 1);
    expect(commitmentIsProven(1, list[1]!, proof, root)).toBe(true);
    const other = { ...list[1]!, committed: [{ currencyId: USDT, amountMinor: usdt(101) }] };
    expect(commitmentIsProven(1, other, proof, root)).toBe(false);
    expect(listRoot(figures, [list[0]!, other, list[2]!])).not.toBe(root);
    expect(listRoot({ ...figures, capMinor: 1n }, list)).not.toBe(root);
  });

  it('launches on time: currency, market, issue and proceeds in one command', () => {
    s.nowMs = terms.launchMs - 1;
    expect(s.refusal({ type: 'passTime' })).toBe('nothing_due');
    expect(s.exchange.currency(LUMA)).toBeNull();
    s.nowMs = terms.launchMs;
    s.must({ type: 'passTime' });
    expect(s.exchange.market(LUMA_USDT)).toMatchObject({ symbol: 'LUMA/USDT' });
    expect(s.exchange.currency(LUMA)).toEqual({ id: LUMA, code: 'LUMA', decimals: 6, name: 'Luma' });
    expect(Exchange.restore(s.exchange.snapshot()).currency(LUMA)?.name).toBe('Luma');
    expect(s.exchange.referencePriceTicks(LUMA_USDT)).toBe(5000);
    expect(s.exchange.lastPriceTicks(LUMA_USDT)).toBeNull();
    expect(platform('issuance', LUMA)).toBe(-1_000_000_000n);
    expect(platform('launchEscrow', LUMA)).toBe(1_000_000_000n);
    expect([platform('launchEscrow', USDT), platform('issuer', USDT)]).toEqual([0n, usdt(500)]);
  });

  it('releases by schedule, with the whole rest at the last release', () => {
    passTo(terms.launchMs);
    expect([luma(1), luma(2), luma(3)]).toEqual([100_000_000n, 50_000_000n, 100_000_000n]);
    passTo(terms.launchMs + 10 * DAY_MS - 1);
    expect(luma(1)).toBe(100_000_000n);
    passTo(terms.launchMs + 10 * DAY_MS);
    expect(luma(1)).toBe(200_000_000n);
    passTo(terms.launchMs + 20 * DAY_MS);
    expect([luma(1), luma(2), luma(3)]).toEqual([400_000_000n, 200_000_000n, 400_000_000n]);
    expect(platform('launchEscrow', LUMA)).toBe(0n);
    expect(s.exchange.launch.offer(1)!.status).toBe('released');
    expect(s.exchange.dueAtMs()).toBe(Infinity);
  });

  it('ends in the same state after a downtime over close, launch and releases, or a restart at each step', () => {
    passTo(terms.launchMs + 20 * DAY_MS);
    const inTime = [1, 2, 3].map(luma);
    const late = new Scenario();
    for (const customerId of [1, 2, 3, 4]) late.customer(customerId, { USDT: '1000', BTC: '1' });
    late.must({ type: 'configureLaunchOffer', offer: terms });
    late.nowMs = terms.startMs;
    for (const [id, amount] of [
      [1, 900],
      [2, 100],
      [3, 200],
    ] as const)
      late.must(commitment(id, usdt(amount)));
    late.nowMs = terms.launchMs + 300 * DAY_MS;
    while (isTimeDue(late.exchange, late.nowMs)) {
      late.must({ type: 'passTime' });
      late.exchange = Exchange.restore(late.exchange.snapshot());
    }
    s = late;
    expect([1, 2, 3].map(luma)).toEqual(inTime);
  });

  it('limits prices around the issue price until the first trade, also after a restart', () => {
    passTo(terms.launchMs);
    s.exchange = Exchange.restore(s.exchange.snapshot());
    const outside = s.limitOrder(1, 'sell', '20', '0.5501', { marketId: LUMA_USDT });
    expect(s.refusal(outside)).toBe('price_out_of_band');
    s.must(s.limitOrder(1, 'sell', '20', '0.55', { marketId: LUMA_USDT }));
    s.must(s.limitOrder(4, 'buy', '20', '0.55', { marketId: LUMA_USDT }));
    expect(s.exchange.referencePriceTicks(LUMA_USDT)).toBe(5500);
    s.must(s.limitOrder(1, 'sell', '20', '0.605', { marketId: LUMA_USDT }));
  });
});

describe('an offer that is not sold', () => {
  it('gives everybody what they asked for and issues no more', () => {
    subscribe();
    s.must(commitment(1, usdt(100)));
    s.must(commitment(2, 20_001n, BTC));
    passTo(terms.launchMs);
    // 0.00020001 BTC is worth 12.0006 USDT at 60,000.
    expect([units(1), units(2)]).toEqual([200_000_000n, 24_001_200n]);
    expect(platform('issuance', LUMA)).toBe(-224_001_200n);
    expect(platform('issuer', BTC)).toBe(20_001n);
  });

  it('without a single commitment still launches, with nothing issued', () => {
    passTo(terms.launchMs + 20 * DAY_MS);
    expect(s.exchange.launch.offer(1)).toMatchObject({ status: 'released', result: { orders: 0 } });
    expect(s.exchange.market(LUMA_USDT)).not.toBeNull();
    expect(platform('issuance', LUMA)).toBe(0n);
  });
});

describe('a first-come offer', () => {
  beforeEach(() => {
    s.must({ type: 'cancelLaunchOffer', offerId: 1 });
    offer({ offerId: 2, mode: 'firstCome' });
    subscribe();
    s.must(commitment(1, usdt(200)));
    s.must(commitment(2, usdt(200)));
  });

  it('refuses more than the cap and more than is left', () => {
    expect(s.refusal(commitment(1, 1_000_000n))).toBe('launch_over_cap');
    s.must(commitment(3, usdt(50)));
    expect(s.refusal(commitment(4, usdt(51)))).toBe('launch_not_enough_left');
  });

  it('closes when it is sold out', () => {
    s.nowMs += 5;
    s.must(commitment(3, usdt(95)));
    expect(s.exchange.launch.offer(2)).toMatchObject({ soldOut: true, closesAtMs: s.nowMs });
    expect(s.refusal(commitment(4, usdt(10)))).toBe('launch_sold_out');
    passTo(s.nowMs);
    expect([1, 2, 3].map(units)).toEqual([400_000_000n, 400_000_000n, 190_000_000n]);
    passTo(terms.launchMs);
    expect(luma(3)).toBe(47_500_000n);
  });
});

describe('cancelling', () => {
  it('before the close unfreezes everything', () => {
    subscribe();
    s.must(commitment(1, usdt(900)));
    s.must(commitment(2, 100_000n, BTC));
    s.must({ type: 'cancelLaunchOffer', offerId: 1 });
    expect([s.available(1, 'USDT'), s.available(2, 'BTC')]).toEqual(['1000', '1']);
    expect(s.eventsOf('launchOrderChanged').map(event => event.order.returned)).toEqual([true, true]);
    expect(s.exchange.launch.offer(1)!.status).toBe('cancelled');
    expect(s.refusal(commitment(1, usdt(100)))).toBe('launch_closed');
    expect(s.refusal({ type: 'cancelLaunchOffer', offerId: 1 })).toBe('launch_closed');
  });

  it('after the close returns what was paid; after the launch it is refused', () => {
    subscribe();
    s.must(commitment(1, usdt(900)));
    s.must(commitment(2, usdt(700)));
    passTo(terms.closeMs);
    const closed = s.exchange.snapshot();
    s.must({ type: 'cancelLaunchOffer', offerId: 1 });
    expect([s.available(1, 'USDT'), s.available(2, 'USDT')]).toEqual(['1000', '1000']);
    expect(platform('launchEscrow', USDT)).toBe(0n);
    s.exchange = Exchange.restore(closed);
    s.nowMs = terms.launchMs;
    expect(s.refusal({ type: 'cancelLaunchOffer', offerId: 1 })).toBe('launch_closed');
  });

  it('frees the names for another offer', () => {
    expect(s.refusal({ type: 'configureLaunchOffer', offer: { ...terms, offerId: 2 } })).toBe(
      'invalid_launch_offer',
    );
    s.must({ type: 'cancelLaunchOffer', offerId: 1 });
    s.must({ type: 'configureLaunchOffer', offer: { ...terms, offerId: 2 } });
  });
});

describe('terms', () => {
  it('may change before the start but not after', () => {
    s.must({ type: 'configureLaunchOffer', offer: { ...terms, supply: '500' } });
    expect(s.exchange.launch.offer(1)!.terms.supplyMinor).toBe(500_000_000n);
    s.nowMs = terms.startMs;
    expect(s.refusal({ type: 'configureLaunchOffer', offer: terms })).toBe('launch_already_started');
  });

  it('reserve the names of the currency and its market until the launch', () => {
    const currency = (id: number, code: string) =>
      s.refusal({ type: 'configureCurrency', currency: { id, code, decimals: 6 } });
    expect([currency(LUMA, 'OTHER'), currency(7, 'LUMA')]).toEqual(['invalid_currency', 'invalid_currency']);
    const market = { ...terms.market, baseCurrencyId: BTC };
    expect(s.refusal({ type: 'configureMarket', market })).toBe('invalid_market');
    passTo(terms.launchMs);
    s.must({ type: 'configureCurrency', currency: terms.currency });
    s.must({ type: 'configureMarket', market: { ...terms.market, baseCurrencyId: LUMA } });
  });
});

describe('an offer with many orders', () => {
  beforeEach(() => {
    s = new Scenario();
    offer({ minimum: '1', cap: '1000' });
    for (let id = 1; id <= 600; id++) {
      for (const command of s.fundingOf(id, { USDT: '10' })) s.exchange.apply(command, s.nowMs);
    }
    subscribe();
    for (let id = 1; id <= 600; id++) s.exchange.apply(commitment(id, usdt(5)), s.nowMs);
  });

  /** The offer's status after each command until nothing is left to do. */
  function statuses(): string[] {
    const seen: string[] = [];
    while (isTimeDue(s.exchange, s.nowMs)) {
      s.must({ type: 'passTime' });
      s.exchange = Exchange.restore(s.exchange.snapshot());
      seen.push(s.exchange.launch.offer(1)!.status);
    }
    return seen;
  }

  it('is allocated and paid in bounded commands, and a restart after any of them loses nothing', () => {
    s.nowMs = terms.launchMs + HOUR_MS;
    const seen = statuses();
    expect(seen.filter(status => status === 'allocating').length).toBeGreaterThanOrEqual(2);
    // 600 orders, 256 per command: two commands pay without finishing, then come the launch and the first release.
    expect(seen.filter(status => status !== 'allocating')).toEqual([
      'settling',
      'settling',
      'closed',
      ...Array.from({ length: 4 }, () => 'launched'),
    ]);
    const figures = s.exchange.launch.figures(1)!;
    const orders = s.exchange.launch.orders(1);
    expect(orders.map(order => order.allocatedMinor)).toEqual(
      allocate(figures, orders).map(one => one.allocatedMinor),
    );
    expect(s.exchange.launch.offer(1)!.result!.root).toBe(listRoot(figures, orders));
  });

  it('takes no commitment after its close, while other commands run during the allocation', () => {
    passDue(terms.closeMs);
    const frozen = () => s.exchange.balance({ ownerId: 1, account: 'spot', currencyId: USDT }).frozenMinor;
    expect([s.exchange.launch.offer(1)!.status, s.exchange.dueAtMs()]).toEqual(['allocating', Infinity]);
    for (let step = 0; s.exchange.hasBacklog(); step++) {
      expect(s.refusal(commitment(1, usdt(5)))).toBe('launch_closed');
      expect(s.refusal({ type: 'cancelLaunchOffer', offerId: 1 })).toBe('launch_closed');
      const taken = { id: 900, code: 'LUMA', decimals: 6 };
      expect(s.refusal({ type: 'configureCurrency', currency: taken })).toBe('invalid_currency');
      // Other commands are applied at once.
      s.customer(1_000 + step, { USDT: '1' });
      if (s.exchange.launch.offer(1)!.status === 'allocating') expect(frozen()).toBe(usdt(5));
      s.must({ type: 'passTime' });
      s.exchange.checkInvariants('all');
    }
    expect(s.exchange.launch.offer(1)!.status).toBe('closed');
    expect(frozen()).toBe(0n);
  });

  it('is not read from a snapshot that claims more work done than exists', () => {
    passDue(terms.closeMs);
    const closing = new Closing(s.exchange.launch.figures(1)!, s.exchange.launch.orders(1));
    expect(closing.redo(100_000)).toBe(false);
  });
});
