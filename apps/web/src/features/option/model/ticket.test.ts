import { describe, expect, test } from 'vitest';
import {
  EMPTY_TICKET,
  largePart,
  mostStake,
  neededPercent,
  offeredCurrencies,
  quickAmounts,
  reduceTicket,
  shortCapacity,
  summarise,
  validate,
  type Funds,
  type OwnLimits,
  type StakeTerms,
  type Terms,
  type Ticket,
} from './ticket.ts';

const stakes: StakeTerms = {
  currency_id: 3,
  currency: 'USDT',
  min_stake: '5',
  max_stake: '1000',
  capacity_rise: '1000',
  capacity_fall: '40',
};
const terms: Terms = {
  market_id: 1,
  symbol: 'BTC/USDT',
  terms_version: 4,
  closed: null,
  stale_ms: 5_000,
  times: [{ seconds: 30, payout_rate: '0.825', break_even_chance: '0.547946', currencies: [stakes] }],
};
const funds: Funds = {
  currencyId: 3,
  currency: 'USDT',
  decimals: 6,
  displayDecimals: 2,
  available: '200.5',
};
const ticket: Ticket = { seconds: 30, currencyId: 3, amount: '50' };

test('the payout is stake and profit, truncated as the core does', () => {
  expect(summarise({ ...ticket, amount: '0.000007' }, terms, funds)).toMatchObject({
    stake: '0.000007',
    payout: '0.000012',
  });
  expect(summarise(ticket, terms, funds)).toMatchObject({
    payout: '91.25',
    payoutPercent: '82.5',
    neededPercent: '54.8',
  });
});

test.each([
  ['0.547946', '54.8'],
  ['0.555556', '55.56'],
  ['0.5', '50'],
  ['0.500001', '50.01'],
])('a break-even chance of %s is written as %s: never better than it is', (chance, percent) => {
  expect(neededPercent(chance)).toBe(percent);
});

describe('what stands in the way', () => {
  const problemOf = (
    change: Partial<Ticket>,
    {
      mode = 'real',
      ...on
    }: { mode?: 'real' | 'practice'; closed?: Terms['closed']; available?: string } = {},
  ) => {
    const asked = { ...ticket, ...change };
    const now = { ...terms, closed: on.closed ?? null };
    const held = 'available' in on ? { ...funds, available: on.available } : funds;
    return validate(asked, summarise(asked, now, held), now, held, mode);
  };

  test('is nothing when all is well, or the balance is not known yet', () => {
    expect(problemOf({})).toBeUndefined();
    expect(
      validate(ticket, summarise(ticket, terms, funds), terms, { ...funds, available: undefined }, 'real'),
    ).toBeUndefined();
  });

  test.each([
    [{ seconds: undefined }, 'time_required'],
    [{ seconds: 45 }, 'time_required'],
    [{ amount: '' }, 'amount_required'],
    [{ amount: '0' }, 'amount_required'],
    [{ amount: '5.0000001' }, 'amount_step'],
    [{ amount: '4.999999' }, 'below_minimum'],
    [{ amount: '1000.000001' }, 'above_maximum'],
    [{ amount: '200.500001' }, 'insufficient_balance'],
  ] as const)('%o: %s', (change, code) => {
    expect(problemOf(change)?.code).toBe(code);
  });

  test('the smallest and all of the balance can be staked', () => {
    expect(problemOf({ amount: '5' })).toBeUndefined();
    expect(problemOf({ amount: '200.5' })).toBeUndefined();
    expect(problemOf({ amount: '1000' }, { available: '1000' })).toBeUndefined();
  });

  test.each([
    ['product_off', 'product_off', undefined],
    ['options_off', 'options_off', undefined],
    ['market_closed', 'market_closed', 'market_closed'],
    ['price_stale', 'price_stale', 'price_stale'],
  ] as const)('%s stops real options as %s, practice as %s', (closed, real, practice) => {
    expect(problemOf({}, { closed })?.code).toBe(real);
    expect(problemOf({}, { closed, mode: 'practice' })?.code).toBe(practice);
  });
});

describe('the customer’s own limits', () => {
  const problemOf = (own: Partial<OwnLimits>, amount = '50', mode: 'real' | 'practice' = 'real') => {
    const asked = { ...ticket, amount };
    const known = { stoppedSeconds: 0, remaining: null, currency: 'USDT', ...own };
    return validate(asked, summarise(asked, terms, funds), terms, funds, mode, known);
  };

  test('stop everything until a moment, before anything else is wrong', () => {
    expect(problemOf({ stoppedSeconds: 90 }, '')).toEqual({
      code: 'own_limit',
      field: 'limits',
      params: { seconds: 90 },
    });
  });

  test('leave what may still be lost today, to the last digit', () => {
    expect(problemOf({ remaining: '50' })).toBeUndefined();
    expect(problemOf({ remaining: '49.999999' })).toMatchObject({
      code: 'over_limit',
      field: 'amount',
      params: { most: '49.999999' },
    });
  });

  test('in another currency are for the exchange to judge', () => {
    expect(problemOf({ remaining: '1', currency: 'BTC' })).toBeUndefined();
  });

  test('do not keep anybody from practising', () => {
    expect(problemOf({ stoppedSeconds: 90, remaining: '0' }, '50', 'practice')).toBeUndefined();
  });
});

test('a direction the house cannot cover says what is left; practice has no house', () => {
  const summary = summarise(ticket, terms, funds);
  expect(shortCapacity(summary, 'rise', 'real')).toBeUndefined();
  expect(shortCapacity(summary, 'fall', 'real')).toBe('40');
  expect(shortCapacity(summary, 'fall', 'practice')).toBeUndefined();
  // Without an amount, the smallest stake is used.
  const empty = summarise({ ...ticket, amount: '' }, terms, funds);
  expect(shortCapacity(empty, 'fall', 'real')).toBeUndefined();
});

test.each([
  ['5', '1000', ['10', '50', '100']],
  ['1', '1000', ['10', '50', '100']],
  ['0.0001', '0.5', ['0.001', '0.005', '0.01']],
  ['20', '500', ['100', '500']],
  ['0.5', '3', ['1']],
])('from %s to %s, quick amounts are %o', (min_stake, max_stake, amounts) => {
  expect(quickAmounts({ min_stake, max_stake })).toEqual(amounts);
});

test('all of it is the balance, or what the house takes', () => {
  expect(mostStake(funds, stakes)).toBe('200.5');
  expect(mostStake({ ...funds, available: '5000' }, stakes)).toBe('1000');
  expect(mostStake({ ...funds, available: undefined }, stakes)).toBe('0');
});

test.each([
  ['50', '200', 25],
  ['49.999999', '200', undefined],
  ['200', '200', 100],
  ['50', '0', undefined],
  ['50', undefined, undefined],
])('a stake of %s out of %s is a part of %s percent', (amount, available, percent) => {
  const held = { ...funds, available };
  expect(largePart(summarise({ ...ticket, amount }, terms, held), held)).toBe(percent);
});

test('the currency of the market’s prices comes first', () => {
  const currencies = [{ ...stakes, currency_id: 1, currency: 'BTC' }, stakes];
  const [time] = terms.times;
  const both: Terms = { ...terms, times: time ? [{ ...time, currencies }] : [] };
  expect(offeredCurrencies(both).map(({ currency }) => currency)).toEqual(['USDT', 'BTC']);
  expect(offeredCurrencies({ ...terms, times: [] })).toEqual([]);
});

test('another currency is another amount', () => {
  const typed = reduceTicket(EMPTY_TICKET, { type: 'amount', amount: '5' });
  const timed = reduceTicket(typed, { type: 'time', seconds: 60 });
  expect(timed).toEqual({ seconds: 60, currencyId: undefined, amount: '5' });
  expect(reduceTicket(timed, { type: 'currency', currencyId: 1 })).toEqual({
    seconds: 60,
    currencyId: 1,
    amount: '',
  });
});
