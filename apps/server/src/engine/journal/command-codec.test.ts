import { CHANNELS, CUSTOMER_ACCOUNTS, HOUSE_FUNDS, type Command, type CommandType } from '@tallystick/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Idempotency } from '../command-bus.ts';
import { decodeEntries, encodeEntry, type JournalEntry } from './command-codec.ts';

const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const whole = fc.maxSafeNat();
const amount = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const text = fc.string({ unit: 'binary', maxLength: 40 });
const account = fc.constantFrom(...CUSTOMER_ACCOUNTS);
const channel = fc.constantFrom(...CHANNELS);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** One arbitrary per command: the type fails to compile when a new command has none. */
const COMMANDS: { [T in CommandType]: fc.Arbitrary<Extract<Command, { type: T }>> } = {
  configureCurrency: fc.record({
    type: fc.constant('configureCurrency'),
    currency: fc.record({ id, code: text, decimals: fc.integer({ min: 0, max: 12 }) }),
  }),
  configureMarket: fc.record({
    type: fc.constant('configureMarket'),
    market: fc.record({
      id,
      baseCurrencyId: id,
      quoteCurrencyId: id,
      tickSize: text,
      lotSize: text,
      minNotional: text,
      priceBandPpm: id,
      makerFeePpm: id,
      takerFeePpm: id,
    }),
  }),
  setMarketStatus: fc.record({
    type: fc.constant('setMarketStatus'),
    marketId: id,
    status: fc.constantFrom('open', 'cancelOnly', 'halted'),
  }),
  openCustomer: fc.record({ type: fc.constant('openCustomer'), customerId: id }),
  setCustomerFrozen: fc.record({
    type: fc.constant('setCustomerFrozen'),
    customerId: id,
    frozen: fc.boolean(),
  }),
  credit: fc.record({
    type: fc.constant('credit'),
    customerId: id,
    account,
    currencyId: id,
    amountMinor: amount,
    from: fc.constantFrom('faucet', 'treasury', ...CHANNELS),
    reference: text,
  }),
  configureTrustProduct: fc.record({
    type: fc.constant('configureTrustProduct'),
    productId: whole,
    enabled: fc.boolean(),
    terms: fc.record({
      currencyId: id,
      cycleDays: id,
      dailyYieldPpm: id,
      penaltyPpm: id,
      minimum: text,
      maximum: text,
      capacity: text,
      customerLimit: text,
      opensAtMs: whole,
    }),
  }),
  buyTrust: fc.record({
    type: fc.constant('buyTrust'),
    customerId: id,
    productId: whole,
    termsVersion: id,
    amountMinor: amount,
    autoRenew: fc.boolean(),
  }),
  setTrustRenewal: fc.record({
    type: fc.constant('setTrustRenewal'),
    customerId: id,
    orderId: whole,
    autoRenew: fc.boolean(),
  }),
  redeemTrust: fc.record({
    type: fc.constant('redeemTrust'),
    customerId: id,
    orderId: whole,
    maxPenaltyMinor: amount,
  }),
  fundHouse: fc.record({
    type: fc.constant('fundHouse'),
    from: fc.constantFrom('faucet', 'fees', ...HOUSE_FUNDS, ...CHANNELS),
    to: fc.constantFrom(...HOUSE_FUNDS),
    currencyId: id,
    amountMinor: amount,
    reference: text,
  }),
  configureOptions: fc.record({
    type: fc.constant('configureOptions'),
    terms: fc.record({
      marketId: id,
      enabled: fc.boolean(),
      staleMs: id,
      times: fc.array(fc.record({ seconds: id, payoutPpm: id })),
      currencies: fc.array(
        fc.record({ currencyId: id, minStake: text, maxStake: text, exposureLimit: text }),
      ),
    }),
  }),
  buyOption: fc.record({
    type: fc.constant('buyOption'),
    customerId: id,
    marketId: id,
    direction: fc.constantFrom('rise', 'fall'),
    seconds: id,
    currencyId: id,
    stakeMinor: amount,
    termsVersion: id,
    practice: fc.boolean(),
  }),
  resetPractice: fc.record({
    type: fc.constant('resetPractice'),
    customerId: id,
    currencyId: id,
    amountMinor: amount,
  }),
  setDailyLossLimit: fc.record({
    type: fc.constant('setDailyLossLimit'),
    customerId: id,
    limitMinor: orNull(amount),
  }),
  setCoolDown: fc.record({ type: fc.constant('setCoolDown'), customerId: id, untilMs: whole }),
  passTime: fc.record({ type: fc.constant('passTime') }),
  reverseCredit: fc.record({
    type: fc.constant('reverseCredit'),
    customerId: id,
    account,
    currencyId: id,
    amountMinor: amount,
    to: channel,
    reference: text,
  }),
  requestWithdrawal: fc.record({
    type: fc.constant('requestWithdrawal'),
    customerId: id,
    withdrawalId: whole,
    currencyId: id,
    amountMinor: amount,
    feeMinor: amount,
    via: channel,
  }),
  releaseWithdrawal: fc.record({ type: fc.constant('releaseWithdrawal'), withdrawalId: whole }),
  settleWithdrawal: fc.record({ type: fc.constant('settleWithdrawal'), withdrawalId: whole }),
  transfer: fc.record({
    type: fc.constant('transfer'),
    customerId: id,
    currencyId: id,
    from: account,
    to: account,
    amountMinor: amount,
  }),
  placeOrder: fc.record({
    type: fc.constant('placeOrder'),
    customerId: id,
    marketId: id,
    side: fc.constantFrom('buy', 'sell'),
    orderType: fc.constantFrom('limit', 'market', 'stopLimit', 'stopMarket'),
    timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK'),
    postOnly: fc.boolean(),
    priceTicks: orNull(whole),
    quantityLots: orNull(whole),
    budgetMinor: orNull(amount),
    triggerTicks: orNull(whole),
    clientOrderId: orNull(text),
  }),
  cancelOrder: fc.record({ type: fc.constant('cancelOrder'), customerId: id, orderId: whole }),
  cancelAllOrders: fc.record({
    type: fc.constant('cancelAllOrders'),
    customerId: id,
    marketId: orNull(id),
  }),
  recordIndexTick: fc.record({
    type: fc.constant('recordIndexTick'),
    marketId: id,
    priceE8: whole,
    sources: fc.array(fc.record({ name: text, priceE8: whole, atMs: whole }), { maxLength: 4 }),
  }),
  configurePerpetual: fc.record({
    type: fc.constant('configurePerpetual'),
    perpetual: fc.record({
      marketId: id,
      tickSize: text,
      lotSize: text,
      multiples: fc.array(id),
      tiers: fc.array(fc.record({ maxNotional: text, maintenancePpm: id, maxMultiple: id })),
      makerFeePpm: id,
      takerFeePpm: id,
      priceBandPpm: id,
      maxOrderLots: id,
      maxOpenInterestLots: id,
      maxCustomerNotional: text,
      fundingIntervalMs: id,
      interestPpm: id,
      fundingCapPpm: id,
      staleAfterMs: id,
      liquidationFeePpm: id,
    }),
  }),
  setPerpetualStatus: fc.record({
    type: fc.constant('setPerpetualStatus'),
    marketId: id,
    status: fc.constantFrom('open', 'cancelOnly', 'halted'),
  }),
  placePerpetualOrder: fc.record({
    type: fc.constant('placePerpetualOrder'),
    customerId: id,
    marketId: id,
    side: fc.constantFrom('long', 'short'),
    orderType: fc.constantFrom('limit', 'market'),
    lots: whole,
    multiple: whole,
    priceTicks: orNull(whole),
    worstPriceTicks: orNull(whole),
    postOnly: fc.boolean(),
    takeProfitTicks: orNull(whole),
    stopLossTicks: orNull(whole),
    clientOrderId: orNull(text),
  }),
  cancelPerpetualOrder: fc.record({
    type: fc.constant('cancelPerpetualOrder'),
    customerId: id,
    orderId: whole,
  }),
  cancelAllPerpetualOrders: fc.record({
    type: fc.constant('cancelAllPerpetualOrders'),
    customerId: id,
    marketId: orNull(id),
  }),
  closePosition: fc.record({
    type: fc.constant('closePosition'),
    customerId: id,
    positionId: whole,
    lots: orNull(whole),
    priceTicks: orNull(whole),
    worstPriceTicks: orNull(whole),
  }),
  closeAllPositions: fc.record({
    type: fc.constant('closeAllPositions'),
    customerId: id,
    marketId: orNull(id),
  }),
  reversePosition: fc.record({
    type: fc.constant('reversePosition'),
    customerId: id,
    positionId: whole,
    worstPriceTicks: orNull(whole),
  }),
  offsetPositions: fc.record({
    type: fc.constant('offsetPositions'),
    customerId: id,
    longPositionId: whole,
    shortPositionId: whole,
    lots: orNull(whole),
  }),
  setStops: fc.record({
    type: fc.constant('setStops'),
    customerId: id,
    positionId: whole,
    takeProfitTicks: orNull(whole),
    stopLossTicks: orNull(whole),
  }),
  addMargin: fc.record({
    type: fc.constant('addMargin'),
    customerId: id,
    positionId: whole,
    amountMinor: amount,
  }),
  configureLaunchOffer: fc.record({
    type: fc.constant('configureLaunchOffer'),
    offer: fc.record({
      offerId: id,
      currency: fc.record({ id, code: text, decimals: fc.integer({ min: 0, max: 12 }) }),
      market: fc.record({
        id,
        quoteCurrencyId: id,
        tickSize: text,
        lotSize: text,
        minNotional: text,
        priceBandPpm: id,
        makerFeePpm: id,
        takerFeePpm: id,
      }),
      issuePriceE8: whole,
      supply: text,
      mode: fc.constantFrom('proRata', 'firstCome'),
      minimum: text,
      cap: text,
      accepted: fc.array(fc.record({ currencyId: id, rateE8: whole }), { maxLength: 3 }),
      startMs: whole,
      closeMs: whole,
      launchMs: whole,
      releases: fc.array(fc.record({ afterMs: whole, ppm: id }), { maxLength: 3 }),
    }),
  }),
  cancelLaunchOffer: fc.record({ type: fc.constant('cancelLaunchOffer'), offerId: id }),
  commitToLaunch: fc.record({
    type: fc.constant('commitToLaunch'),
    customerId: id,
    offerId: id,
    currencyId: id,
    amountMinor: amount,
  }),
};

const command: fc.Arbitrary<Command> = fc.oneof(...Object.values(COMMANDS));
const idempotency: fc.Arbitrary<Idempotency | null> = orNull(
  fc.record({ scope: text, key: text, inputHash: text }),
);

describe('journal entries', () => {
  it('read back as they were written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ atMs: whole, command, idempotency }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (rows, firstSequence) => {
          const entries: JournalEntry[] = rows.map((row, i) => ({ ...row, sequence: firstSequence + i }));
          const written = `[${entries.map(encodeEntry).join(',\n')}]`;
          expect(decodeEntries(written, firstSequence)).toEqual(entries);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('stay what they are: this text is in journals already', () => {
    const entry: JournalEntry = {
      sequence: 5,
      atMs: 1_700_000_000_000,
      command: {
        type: 'placeOrder',
        customerId: 17,
        marketId: 1,
        side: 'buy',
        orderType: 'market',
        timeInForce: 'IOC',
        postOnly: false,
        priceTicks: null,
        quantityLots: null,
        budgetMinor: 9_007_199_254_740_993n,
        triggerTicks: null,
        clientOrderId: 'a"b',
      },
      idempotency: { scope: 'customer:17', key: 'k', inputHash: 'h' },
    };
    const text =
      '[1700000000000,"placeOrder",17,1,"buy","market","IOC",false,null,null,"9007199254740993",null,"a\\"b",' +
      '["customer:17","k","h"]]';
    expect(encodeEntry(entry)).toBe(text);
    expect(decodeEntries(`[${text}]`, 5)).toEqual([entry]);
  });

  it.each([
    ['an unknown command', '[[1,"bendResult",1]]', 'unknown command in the journal: bendResult'],
    ['too few fields', '[[1,"cancelOrder",1]]', 'has 3 fields'],
    ['too many fields', '[[1,"cancelOrder",1,2,["s","k","h"],3]]', 'has 6 fields'],
    ['no time', '[["x","cancelOrder",1,2]]', 'unreadable'],
    ['cut text', '[[1,"cancelOrder",1', 'JSON'],
  ])('are refused with %s', (_name, text, message) => {
    expect(() => decodeEntries(text, 1)).toThrow(message);
  });
});
