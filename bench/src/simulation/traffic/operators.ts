import type { Command } from '@tallystick/core';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import { BTC, TEST_MARKETS, USDT } from '@tallystick/core/testing/demo-exchange';
import {
  CONTRACTS,
  CUSTOMERS,
  FIRST_DIRECT_WITHDRAWAL,
  FIRST_OFFER,
  INDEX_MARKETS,
  launchOffer,
  optionTerms,
  trustProduct,
} from './setting.ts';
import { customer, type View, type Wish } from './wish.ts';

const MOST_FROZEN = 4;

/** Two decide on one withdrawal at the same moment, and do not know of each other: one of them comes first. */
function decideTwice(view: View): readonly Command[] | null {
  const { exchange, random } = view;
  const open = exchange.openWithdrawals().filter(one => one.withdrawalId >= FIRST_DIRECT_WITHDRAWAL);
  if (open.length === 0) return null;
  const { withdrawalId } = random.pick(open);
  const one = (): Command =>
    random.below(3) === 0
      ? { type: 'releaseWithdrawal', withdrawalId }
      : { type: 'settleWithdrawal', withdrawalId };
  return random.below(3) === 0 ? [one(), one()] : [one()];
}

function goodwill(view: View): Command {
  const { random, exchange } = view;
  return {
    type: 'payGoodwill',
    // Now and then one that was paid already.
    goodwillId: random.below(2) === 0 ? 1 + random.below(12) : exchange.lastPostingId + 1,
    customerId: customer(view),
    currencyId: USDT,
    amountMinor: BigInt(random.between(1, 30_000_000)),
  };
}

function reversal(view: View): Command {
  const { random, exchange } = view;
  const isOfDeposit = random.below(2) === 0;
  // Often more than the customer has: then they owe it.
  const amountMinor = BigInt(random.between(1_000_000, 90_000_000_000));
  const customerId = customer(view);
  const depositId = random.below(3) === 0 ? 1 + random.below(9) : exchange.lastPostingId + 1;
  const reference = `deposit:${depositId}`;
  if (!isOfDeposit) {
    const common = { account: 'spot', currencyId: USDT, amountMinor, to: 'custodyTron' } as const;
    return { type: 'reverseCredit', customerId, ...common, reference };
  }
  const creditedMinor = amountMinor + BigInt(random.between(0, 1_000_000));
  const common = { currencyId: USDT, creditedMinor, amountMinor, to: 'custodyTron' } as const;
  return { type: 'reverseDeposit', depositId, customerId, ...common, reference };
}

function fund({ random }: View): Command {
  const [to, currencyId, most] = random.pick([
    ['insurance', USDT, 900_000_000],
    ['optionPool', USDT, 90_000_000_000],
    ['treasury', USDT, 90_000_000_000],
    ['optionPool', BTC, 90_000_000],
    ['treasury', BTC, 90_000_000],
  ] as const);
  const amountMinor = BigInt(random.between(1, most));
  const from = random.pick(['faucet', 'bank', 'fees'] as const);
  return { type: 'fundHouse', from, to, currencyId, amountMinor, reference: 'proposal:1' };
}

function profit({ random, nowMs, exchange }: View): Command {
  const common = { currencyId: USDT, amountMinor: BigInt(random.between(1, 900_000_000)) } as const;
  if (random.below(2) === 0)
    return { type: 'takeFromInsurance', to: 'treasury', ...common, reference: 'proposal:2' };
  const liabilitiesMinor = BigInt(random.between(0, 1_000_000));
  return {
    type: 'withdrawProfit',
    from: random.pick(['fees', 'treasury', 'optionPool'] as const),
    to: 'bank',
    ...common,
    announcedAtMs: nowMs - DAY_MS + random.pick([0, 0, 0, 1]),
    provenAtMs: nowMs - random.below(30) * HOUR_MS,
    liabilitiesMinor,
    assetsMinor: liabilitiesMinor + common.amountMinor + BigInt(random.between(-1, 9_000_000)),
    reference: `profit:${exchange.lastPostingId + 1}`,
  };
}

function terms(view: View): Command {
  const { random } = view;
  const noticeMs = random.pick([12, 13, 24]) * HOUR_MS;
  const makerFeePpm = random.between(0, 1_500);
  const takerFeePpm = makerFeePpm + random.between(0, 1_500);
  switch (random.below(5)) {
    case 0:
      return {
        type: 'changeMarketTerms',
        market: { ...random.pick(TEST_MARKETS), makerFeePpm, takerFeePpm },
        noticeMs,
      };
    case 1: {
      const contract = random.pick(CONTRACTS);
      const fees = { makerFeePpm: Math.floor(makerFeePpm / 4), takerFeePpm: Math.floor(takerFeePpm / 4) };
      const perpetual = {
        ...contract,
        ...fees,
        liquidationFeePpm: random.between(500, 4_000),
        interestPpm: random.between(-400, 400),
      };
      return { type: 'changePerpetualTerms', perpetual, noticeMs };
    }
    case 2: {
      const firstPpm = random.between(0, 400_000);
      return {
        type: 'changeReferralTerms',
        terms: { firstPpm, secondPpm: Math.floor(firstPpm / 7) },
        noticeMs,
      };
    }
    case 3:
      return optionTerms(random.pick(INDEX_MARKETS), 700_000 + random.below(260_000));
    default:
      return trustProduct(random.between(1, 6), random.below(8) > 0);
  }
}

function halt({ random }: View): Command {
  const line = random.pick(['spot', 'perpetual'] as const);
  const marketId = random.pick(INDEX_MARKETS);
  if (random.below(3) > 0) return { type: 'resumeTrading', line, marketId };
  const mode = random.pick(['full', 'full', 'closeOnly'] as const);
  const forMs = mode === 'full' ? random.between(1, 3) * MINUTE_MS : null;
  return { type: 'haltTrading', line, marketId, mode, reason: 'prices', note: '', forMs, prolong: false };
}

/** Ends halts that have no end, and freezes, so that trading goes on. */
function tidy({ exchange, random }: View): Command | null {
  const frozen = exchange.frozenCustomers();
  if (frozen.length > 0) return { type: 'setCustomerFrozen', customerId: random.pick(frozen), frozen: false };
  const line = random.pick(['spot', 'perpetual'] as const);
  const marketId = random.pick(INDEX_MARKETS);
  return exchange.terms.halt(line, marketId) === null ? null : { type: 'resumeTrading', line, marketId };
}

/** Some at a time, often promoters, whose rebates then wait. */
function freeze(view: View): Command | null {
  const { exchange, random } = view;
  if (exchange.frozenCustomers().length >= MOST_FROZEN) return null;
  return { type: 'setCustomerFrozen', customerId: random.between(1, CUSTOMERS / 3), frozen: true };
}

function newLaunch({ exchange, nowMs, random }: View): Command | null {
  const offers = exchange.launch.offers();
  const running = offers.filter(({ status }) => status === 'open');
  if (running.length > 0) {
    if (random.below(30) > 0) return null;
    return { type: 'cancelLaunchOffer', offerId: random.pick(running).terms.offerId };
  }
  const newest = offers.toSorted((a, b) => a.terms.offerId - b.terms.offerId).at(-1);
  if (newest === undefined) return launchOffer(0, nowMs);
  // Each leaves a market, which makes every start a little longer.
  if (newest.terms.startMs + HOUR_MS > nowMs) return null;
  return launchOffer(newest.terms.offerId - FIRST_OFFER + 1, nowMs);
}

function referral({ random }: View): Command {
  const customerId = random.between(1, CUSTOMERS);
  if (random.below(3) === 0)
    return {
      type: 'setReferralStanding',
      customerId,
      standing: random.pick(['open', 'open', 'stopped', 'house'] as const),
    };
  return { type: 'linkPromoter', customerId, promoterId: random.between(1, Math.max(1, customerId - 1)) };
}

export const OPERATOR_WISHES: readonly Wish[] = [
  { weight: 4, sender: 'operator', make: decideTwice },
  { weight: 0.5, sender: 'operator', make: goodwill },
  { weight: 0.4, sender: 'operator', make: reversal },
  { weight: 0.5, sender: 'operator', make: fund },
  { weight: 0.5, sender: 'operator', make: profit },
  { weight: 0.4, sender: 'operator', make: terms },
  { weight: 0.15, sender: 'operator', make: halt },
  { weight: 0.5, sender: 'operator', make: tidy },
  { weight: 0.6, sender: 'operator', make: newLaunch },
  { weight: 0.5, sender: 'operator', make: referral },
  { weight: 0.5, sender: 'operator', make: freeze },
];
