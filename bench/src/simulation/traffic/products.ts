import type { Command } from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import { BTC, ETH, USDT } from '@tallystick/core/testing/demo-exchange';
import { FIRST_DIRECT_WITHDRAWAL, INDEX_MARKETS } from './setting.ts';
import { customer, type View, type Wish } from './wish.ts';

/** Options, deposits, launches, the wallet, and limits that customers set themselves. */

function buyOption(view: View): Command | null {
  const { exchange, random } = view;
  const marketId = random.pick(INDEX_MARKETS);
  const terms = exchange.option.terms(marketId);
  if (terms === null) return null;
  const inCoins = random.below(6) === 0;
  return {
    type: 'buyOption',
    customerId: customer(view),
    marketId,
    direction: random.below(2) === 0 ? 'rise' : 'fall',
    seconds: random.pick(terms.times).seconds,
    currencyId: inCoins ? BTC : USDT,
    stakeMinor: BigInt(inCoins ? random.between(10_000, 90_000) : random.between(1_000_000, 40_000_000)),
    termsVersion: terms.version,
    practice: !inCoins && random.below(5) === 0,
  };
}

function buyTrust(view: View): Command | null {
  const { exchange, random } = view;
  const products = exchange.trust.products().filter(one => one.enabled);
  if (products.length === 0) return null;
  const { productId, version, minMinor } = random.pick(products);
  return {
    type: 'buyTrust',
    customerId: customer(view),
    productId,
    termsVersion: version,
    amountMinor: minMinor + (minMinor * BigInt(random.between(0, 2_000))) / 1_000n,
    autoRenew: random.below(2) === 0,
  };
}

function ofDeposit(make: (order: Deposit, view: View) => Command): Wish['make'] {
  return view => {
    const open = view.exchange.trust.openOrders();
    return open.length === 0 ? null : make(view.random.pick(open), view);
  };
}
type Deposit = ReturnType<View['exchange']['trust']['openOrders']>[number];

const redeem = ofDeposit(({ customerId, orderId }) => ({
  type: 'redeemTrust',
  customerId,
  orderId,
  maxPenaltyMinor: 10n ** 12n,
}));

const renewal = ofDeposit(({ customerId, orderId, autoRenew }) => ({
  type: 'setTrustRenewal',
  customerId,
  orderId,
  autoRenew: !autoRenew,
}));

function commit(view: View): Command | null {
  const { exchange, random, nowMs } = view;
  const offer = exchange.launch
    .offers()
    .find(({ status, terms }) => status === 'open' && terms.startMs <= nowMs);
  if (offer === undefined) return null;
  const inCoins = random.below(4) === 0;
  return {
    type: 'commitToLaunch',
    customerId: customer(view),
    offerId: offer.terms.offerId,
    currencyId: inCoins ? BTC : USDT,
    amountMinor: BigInt(inCoins ? random.between(10_000, 300_000) : random.between(5_000_000, 400_000_000)),
  };
}

function transfer(view: View): Command | null {
  const { exchange, random } = view;
  const customerId = customer(view);
  const balances = exchange
    .balancesOf(customerId)
    .filter(one => one.availableMinor > 0n && [BTC, ETH, USDT].includes(one.currencyId));
  if (balances.length === 0) return null;
  const { account: from, currencyId, availableMinor } = random.pick(balances);
  const to = random.pick(
    (['spot', 'spot', 'option', 'contract', 'trust'] as const).filter(one => one !== from),
  );
  if (from === 'contract' || ![from, to].includes('contract') || currencyId === USDT) {
    const amountMinor = 1n + (availableMinor * BigInt(random.between(1, 60))) / 101n;
    return { type: 'transfer', customerId, currencyId, from: from as 'spot', to, amountMinor };
  }
  return null;
}

/** Numbers of withdrawals: mostly greater than those before, now and then one that may have been there. */
function requestWithdrawal(view: View): Command {
  const { random, exchange } = view;
  const currencyId = random.pick([BTC, ETH, USDT, USDT]);
  const amountMinor = BigInt(
    currencyId === USDT ? random.between(2_000_000, 600_000_000) : random.between(50_000, 900_000),
  );
  return {
    type: 'requestWithdrawal',
    customerId: customer(view),
    withdrawalId:
      random.below(6) === 0
        ? FIRST_DIRECT_WITHDRAWAL + random.below(40)
        : exchange.lastPostingId * 16 + random.below(16),
    currencyId,
    amountMinor,
    feeMinor: amountMinor / 50n,
    via:
      currencyId === BTC
        ? 'custodyBitcoin'
        : currencyId === ETH
          ? 'custodyEthereum'
          : random.pick(['custodyTron', 'bank']),
  };
}

function deposit(view: View): Command {
  const { random, exchange } = view;
  const currencyId = random.pick([BTC, ETH, USDT, USDT, USDT]);
  const amountMinor = BigInt(
    currencyId === USDT ? random.between(1_000_000, 2_000_000_000) : random.between(10_000, 9_000_000),
  );
  return {
    type: 'credit',
    customerId: customer(view),
    account: 'spot',
    currencyId,
    amountMinor,
    from: currencyId === BTC ? 'custodyBitcoin' : currencyId === ETH ? 'custodyEthereum' : 'custodyTron',
    reference: `deposit:${exchange.lastPostingId + 1}`,
  };
}

function ownLimit(view: View): Command {
  const { random, nowMs } = view;
  const customerId = customer(view);
  if (random.below(4) === 0)
    return { type: 'setCoolDown', customerId, untilMs: nowMs + random.between(1, 3) * HOUR_MS };
  const limitMinor = random.below(3) === 0 ? null : BigInt(random.between(200_000_000, 2_000_000_000));
  return { type: 'setDailyLossLimit', customerId, limitMinor };
}

export const PRODUCT_WISHES: readonly Wish[] = [
  { weight: 22, sender: 'customer', make: buyOption },
  {
    weight: 0.5,
    sender: 'customer',
    make: view => ({
      type: 'resetPractice',
      customerId: customer(view),
      currencyId: USDT,
      amountMinor: 1_000_000_000n,
    }),
  },
  { weight: 5, sender: 'customer', make: buyTrust },
  { weight: 2, sender: 'customer', make: redeem },
  { weight: 1.5, sender: 'customer', make: renewal },
  { weight: 7, sender: 'customer', make: commit },
  { weight: 8, sender: 'customer', make: transfer },
  { weight: 4, sender: 'customer', make: requestWithdrawal },
  { weight: 5, sender: 'house', make: deposit },
  { weight: 0.5, sender: 'customer', make: ownLimit },
];
