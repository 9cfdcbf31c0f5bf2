import {
  CHANNELS,
  CUSTOMER_ACCOUNTS,
  HALT_REASONS,
  HOUSE_FUNDS,
  type Command,
  type CommandType,
} from '@tallystick/core';
import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';

const id = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const whole = fc.maxSafeNat();
const amount = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const text = fc.string({ unit: anyCharacter, maxLength: 40 });
const account = fc.constantFrom(...CUSTOMER_ACCOUNTS);
const channel = fc.constantFrom(...CHANNELS);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const market = fc.record({
  id,
  baseCurrencyId: id,
  quoteCurrencyId: id,
  tickSize: text,
  lotSize: text,
  minNotional: text,
  priceBandPpm: id,
  makerFeePpm: id,
  takerFeePpm: id,
});
const perpetual = fc.record({
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
});
const line = fc.constantFrom('spot', 'perpetual');

const instructions = fc.record(
  {
    triggerDirection: fc.constantFrom('rises', 'falls'),
    selfTrade: fc.constantFrom('expireTaker', 'expireMaker', 'expireBoth', 'decrement'),
    ifUnfillable: fc.constant('expire'),
    expiresAtMs: whole,
    guarded: fc.constant(true),
    triggerSource: fc.constant('index'),
    trail: fc.record({ by: fc.constantFrom('ticks', 'ppm'), distance: whole }),
  },
  { requiredKeys: [] },
);
const placedFigures = fc.record(
  {
    marketId: id,
    side: fc.constantFrom('buy', 'sell'),
    orderType: fc.constantFrom('limit', 'market', 'stopLimit', 'stopMarket', 'trailingStop'),
    timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK', 'GTD'),
    postOnly: fc.boolean(),
    priceTicks: orNull(whole),
    quantityLots: orNull(whole),
    triggerTicks: orNull(whole),
    clientOrderId: orNull(text),
    instructions,
  },
  {
    requiredKeys: [
      'marketId',
      'side',
      'orderType',
      'timeInForce',
      'postOnly',
      'priceTicks',
      'quantityLots',
      'triggerTicks',
      'clientOrderId',
    ],
  },
);
const amendedFigures = fc.record({
  orderId: whole,
  priceTicks: orNull(whole),
  quantityLots: orNull(whole),
  triggerTicks: orNull(whole),
});
const contractFigures = fc.record({
  marketId: id,
  side: fc.constantFrom('long', 'short'),
  orderType: fc.constantFrom('limit', 'market'),
  lots: whole,
  multiple: orNull(whole),
  priceTicks: orNull(whole),
  worstPriceTicks: orNull(whole),
  postOnly: fc.boolean(),
  takeProfitTicks: orNull(whole),
  stopLossTicks: orNull(whole),
  clientOrderId: orNull(text),
  reduceOnly: fc.boolean(),
  mode: orNull(fc.constantFrom('each', 'hedge', 'net')),
  instructions: fc.record(
    {
      timeInForce: fc.constantFrom('IOC', 'FOK', 'GTD'),
      selfTrade: fc.constantFrom('expireTaker', 'expireMaker', 'expireBoth', 'decrement'),
      ifUnfillable: fc.constant('expire'),
      expiresAtMs: whole,
      guarded: fc.constant(true),
    },
    { requiredKeys: [] },
  ),
});
const contractAmendment = fc.record({
  orderId: whole,
  priceTicks: orNull(whole),
  lots: orNull(whole),
  postOnly: fc.boolean(),
});
const byCustomer = fc.record({ customerId: id });
const contractOrder = fc.tuple(contractFigures, byCustomer).map(([figures, by]) => ({ ...figures, ...by }));
const amendedContract = fc
  .tuple(contractAmendment, byCustomer)
  .map(([figures, by]) => ({ ...figures, ...by }));
const sent = fc.record({ customerId: id, budgetMinor: orNull(amount) });
const placed = fc.tuple(placedFigures, sent).map(([figures, by]) => ({ ...figures, ...by }));
const amended = fc.tuple(amendedFigures, sent).map(([figures, by]) => ({ ...figures, ...by }));

/** One arbitrary per command, with any values. A new command without one does not compile. */
export const EVERY_COMMAND: { [T in CommandType]: fc.Arbitrary<Extract<Command, { type: T }>> } = {
  linkPromoter: fc.record({ type: fc.constant('linkPromoter'), customerId: id, promoterId: id }),
  changeReferralTerms: fc.record({
    type: fc.constant('changeReferralTerms'),
    terms: fc.record({ firstPpm: id, secondPpm: id }),
    noticeMs: whole,
  }),
  setReferralStanding: fc.record({
    type: fc.constant('setReferralStanding'),
    customerId: id,
    standing: fc.constantFrom('open', 'stopped', 'house'),
  }),
  configureCurrency: fc.record({
    type: fc.constant('configureCurrency'),
    currency: fc.record({ id, code: text, decimals: fc.integer({ min: 0, max: 12 }) }),
  }),
  configureMarket: fc.record({
    type: fc.constant('configureMarket'),
    market,
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
  payGoodwill: fc.record({
    type: fc.constant('payGoodwill'),
    goodwillId: whole,
    customerId: id,
    currencyId: id,
    amountMinor: amount,
  }),
  reverseDeposit: fc.record({
    type: fc.constant('reverseDeposit'),
    depositId: whole,
    customerId: id,
    currencyId: id,
    creditedMinor: amount,
    amountMinor: amount,
    to: channel,
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
  setTrustOpen: fc.record({ type: fc.constant('setTrustOpen'), open: fc.boolean() }),
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
  placeOrder: placed.map(order => ({ ...order, type: 'placeOrder' })),
  amendOrder: amended.map(order => ({ ...order, type: 'amendOrder' })),
  replaceOrder: fc
    .record({ cancelOrderId: whole, mode: fc.constantFrom('stopOnFailure', 'allowFailure') })
    .chain(replacement => placed.map(order => ({ ...order, ...replacement, type: 'replaceOrder' as const }))),
  orderBatch: fc.record({
    type: fc.constant('orderBatch'),
    customerId: id,
    parts: fc.array(
      fc.oneof(
        fc.record({ do: fc.constantFrom('cancel' as const, 'cancelContract' as const), orderId: whole }),
        contractFigures.map(order => ({ ...order, do: 'placeContract' as const })),
        contractAmendment.map(order => ({ ...order, do: 'amendContract' as const })),
        fc.tuple(amendedFigures, orNull(text)).map(([order, budgetMinor]) => ({
          ...order,
          do: 'amend' as const,
          budgetMinor,
        })),
        fc.tuple(placedFigures, orNull(text)).map(([order, budgetMinor]) => ({
          ...order,
          do: 'place' as const,
          budgetMinor,
        })),
      ),
    ),
  }),
  setCancelTimer: fc.record(
    {
      type: fc.constant('setCancelTimer'),
      customerId: id,
      marketId: id,
      afterMs: orNull(whole),
      scope: fc.constantFrom('all', 'guarded'),
      line: fc.constant('perpetual'),
    },
    { requiredKeys: ['type', 'customerId', 'marketId', 'afterMs', 'scope'] },
  ),
  cancelOrder: fc.record({ type: fc.constant('cancelOrder'), customerId: id, orderId: whole }),
  cancelAllOrders: fc.record({
    type: fc.constant('cancelAllOrders'),
    customerId: id,
    marketId: orNull(id),
  }),
  replaceOrders: fc.record({
    type: fc.constant('replaceOrders'),
    customerId: id,
    marketId: id,
    cancel: fc.array(whole),
    bids: fc.array(fc.tuple(whole, whole)),
    asks: fc.array(fc.tuple(whole, whole)),
  }),
  recordIndexTick: fc.record({
    type: fc.constant('recordIndexTick'),
    marketId: id,
    priceE8: whole,
    sources: fc.array(fc.record({ name: text, priceE8: whole, atMs: whole }), { maxLength: 4 }),
  }),
  configurePerpetual: fc.record({
    type: fc.constant('configurePerpetual'),
    perpetual,
  }),
  takeFromInsurance: fc.record({
    type: fc.constant('takeFromInsurance'),
    to: fc.constantFrom('treasury', 'optionPool'),
    currencyId: id,
    amountMinor: amount,
    reference: text,
  }),
  withdrawProfit: fc.record({
    type: fc.constant('withdrawProfit'),
    from: fc.constantFrom('fees', 'treasury', 'optionPool'),
    to: fc.constantFrom('bank', 'custodyBitcoin'),
    currencyId: id,
    amountMinor: amount,
    announcedAtMs: whole,
    provenAtMs: whole,
    liabilitiesMinor: amount,
    assetsMinor: amount,
    reference: text,
  }),
  changeMarketTerms: fc.record({ type: fc.constant('changeMarketTerms'), market, noticeMs: whole }),
  changePerpetualTerms: fc.record({ type: fc.constant('changePerpetualTerms'), perpetual, noticeMs: whole }),
  haltTrading: fc.record({
    type: fc.constant('haltTrading'),
    line,
    marketId: id,
    mode: fc.constantFrom('closeOnly', 'full'),
    reason: fc.constantFrom(...HALT_REASONS),
    note: text,
    forMs: orNull(whole),
    prolong: fc.boolean(),
  }),
  resumeTrading: fc.record({ type: fc.constant('resumeTrading'), line, marketId: id }),
  setPerpetualStatus: fc.record({
    type: fc.constant('setPerpetualStatus'),
    marketId: id,
    status: fc.constantFrom('open', 'cancelOnly', 'halted'),
  }),
  placePerpetualOrder: contractOrder.map(order => ({ ...order, type: 'placePerpetualOrder' })),
  replacePerpetualOrder: fc
    .record({ cancelOrderId: whole, replaceMode: fc.constantFrom('stopOnFailure', 'allowFailure') })
    .chain(replacement =>
      contractOrder.map(order => ({ ...order, ...replacement, type: 'replacePerpetualOrder' as const })),
    ),
  amendPerpetualOrder: amendedContract.map(order => ({ ...order, type: 'amendPerpetualOrder' })),
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
  replacePerpetualOrders: fc.record({
    type: fc.constant('replacePerpetualOrders'),
    customerId: id,
    marketId: id,
    multiple: orNull(whole),
    postOnly: fc.boolean(),
    cancel: fc.array(whole),
    longs: fc.array(fc.tuple(whole, whole)),
    shorts: fc.array(fc.tuple(whole, whole)),
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
  setPositionMode: fc.record({
    type: fc.constant('setPositionMode'),
    customerId: id,
    marketId: id,
    mode: fc.constantFrom('each', 'hedge', 'net'),
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
  removeMargin: fc.record({
    type: fc.constant('removeMargin'),
    customerId: id,
    positionId: whole,
    amountMinor: amount,
  }),
  setLeverage: fc.record({
    type: fc.constant('setLeverage'),
    customerId: id,
    marketId: id,
    multiple: whole,
  }),
  changeLeverage: fc.record({
    type: fc.constant('changeLeverage'),
    customerId: id,
    positionId: whole,
    multiple: whole,
  }),
  setTopUp: fc.record({
    type: fc.constant('setTopUp'),
    customerId: id,
    positionId: whole,
    limitMinor: amount,
  }),
  setTopUpDefault: fc.record({
    type: fc.constant('setTopUpDefault'),
    customerId: id,
    marketId: id,
    limitMinor: amount,
  }),
  configureLaunchOffer: fc.record({
    type: fc.constant('configureLaunchOffer'),
    offer: fc.record({
      offerId: id,
      currency: fc.record({ id, code: text, decimals: fc.integer({ min: 0, max: 12 }), name: text }),
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
  convert: fc.record({
    type: fc.constant('convert'),
    customerId: id,
    fromCurrencyId: id,
    toCurrencyId: id,
    amountMinor: amount,
    expiresAtMs: whole,
    minReceivedMinor: amount,
  }),
  convertDust: fc.record({
    type: fc.constant('convertDust'),
    customerId: id,
    lines: fc.array(fc.record({ currencyId: id, amount: text }), { maxLength: 3 }),
    expiresAtMs: whole,
    minReceivedMinor: amount,
  }),
  configureDust: fc.record({
    type: fc.constant('configureDust'),
    terms: fc.record({
      spreadPpm: id,
      mostMinor: whole,
      customerDailyMinor: whole,
      dailyMinor: whole,
      staleMs: whole,
    }),
  }),
  commitToLaunch: fc.record({
    type: fc.constant('commitToLaunch'),
    customerId: id,
    offerId: id,
    currencyId: id,
    amountMinor: amount,
    rateGuard: fc.record({ bandPpm: id, staleMs: id }),
  }),
};
