/**
 * The fields of each command as the journal has them, in this order: see docs/auditing.md. `+`: a whole number as text
 * (or null); `?`: added later, older entries lack it.
 */
const FIELDS = {
  passTime: '',
  placeOrder:
    'customerId marketId side orderType timeInForce postOnly priceTicks quantityLots budgetMinor+ triggerTicks clientOrderId instructions?',
  amendOrder: 'customerId orderId priceTicks quantityLots budgetMinor+ triggerTicks',
  replaceOrder:
    'customerId cancelOrderId mode marketId side orderType timeInForce postOnly priceTicks quantityLots budgetMinor+ triggerTicks clientOrderId instructions?',
  orderBatch: 'customerId parts',
  setCancelTimer: 'customerId marketId afterMs scope line?',
  cancelOrder: 'customerId orderId',
  cancelAllOrders: 'customerId marketId',
  replaceOrders: 'customerId marketId cancel bids asks',
  configurePerpetual: 'perpetual',
  setPerpetualStatus: 'marketId status',
  placePerpetualOrder:
    'customerId marketId side orderType lots multiple priceTicks worstPriceTicks postOnly takeProfitTicks stopLossTicks clientOrderId reduceOnly? mode? instructions?',
  cancelPerpetualOrder: 'customerId orderId',
  cancelAllPerpetualOrders: 'customerId marketId',
  closePosition: 'customerId positionId lots priceTicks worstPriceTicks',
  closeAllPositions: 'customerId marketId',
  reversePosition: 'customerId positionId worstPriceTicks',
  offsetPositions: 'customerId longPositionId shortPositionId lots',
  setStops: 'customerId positionId takeProfitTicks stopLossTicks',
  addMargin: 'customerId positionId amountMinor+',
  replacePerpetualOrders: 'customerId marketId multiple postOnly cancel longs shorts',
  removeMargin: 'customerId positionId amountMinor+',
  setLeverage: 'customerId marketId multiple',
  changeLeverage: 'customerId positionId multiple',
  setTopUp: 'customerId positionId limitMinor+',
  setTopUpDefault: 'customerId marketId limitMinor+',
  setPositionMode: 'customerId marketId mode',
  amendPerpetualOrder: 'customerId orderId priceTicks lots postOnly',
  replacePerpetualOrder:
    'customerId cancelOrderId replaceMode marketId side orderType lots multiple priceTicks worstPriceTicks postOnly takeProfitTicks stopLossTicks clientOrderId reduceOnly? mode? instructions?',
  configureOptions: 'terms',
  buyOption: 'customerId marketId direction seconds currencyId stakeMinor+ termsVersion practice',
  resetPractice: 'customerId currencyId amountMinor+',
  configureTrustProduct: 'productId enabled terms',
  buyTrust: 'customerId productId termsVersion amountMinor+ autoRenew',
  setTrustOpen: 'open',
  setTrustRenewal: 'customerId orderId autoRenew',
  redeemTrust: 'customerId orderId maxPenaltyMinor+',
  configureLaunchOffer: 'offer',
  cancelLaunchOffer: 'offerId',
  commitToLaunch: 'customerId offerId currencyId amountMinor+ rateGuard?',
  convert: 'customerId fromCurrencyId toCurrencyId amountMinor+ expiresAtMs minReceivedMinor+',
  convertDust: 'customerId lines expiresAtMs minReceivedMinor+',
  configureDust: 'terms',
  linkPromoter: 'customerId promoterId',
  changeReferralTerms: 'terms noticeMs',
  setReferralStanding: 'customerId standing',
  configureCurrency: 'currency',
  configureMarket: 'market',
  setMarketStatus: 'marketId status',
  recordIndexTick: 'marketId priceE8 sources',
  changeMarketTerms: 'market noticeMs',
  changePerpetualTerms: 'perpetual noticeMs',
  haltTrading: 'line marketId mode reason note forMs prolong',
  resumeTrading: 'line marketId',
  openCustomer: 'customerId',
  setCustomerFrozen: 'customerId frozen',
  credit: 'customerId account currencyId amountMinor+ from reference',
  reverseCredit: 'customerId account currencyId amountMinor+ to reference',
  payGoodwill: 'goodwillId customerId currencyId amountMinor+',
  reverseDeposit: 'depositId customerId currencyId creditedMinor+ amountMinor+ to reference',
  fundHouse: 'from to currencyId amountMinor+ reference',
  transfer: 'customerId currencyId from to amountMinor+',
  takeFromInsurance: 'to currencyId amountMinor+ reference',
  withdrawProfit:
    'from to currencyId amountMinor+ announcedAtMs provenAtMs liabilitiesMinor+ assetsMinor+ reference',
  setDailyLossLimit: 'customerId limitMinor+',
  setCoolDown: 'customerId untilMs',
  requestWithdrawal: 'customerId withdrawalId currencyId amountMinor+ feeMinor+ via',
  releaseWithdrawal: 'withdrawalId',
  settleWithdrawal: 'withdrawalId',
} as const;

export interface Layout {
  readonly names: readonly string[];
  readonly isAmount: readonly boolean[];
  /** How many fields every entry has. */
  readonly required: number;
}

/** By command type. */
export const LAYOUTS: ReadonlyMap<string, Layout> = new Map(
  Object.entries(FIELDS).map(([type, line]) => {
    const words = line === '' ? [] : line.split(' ');
    return [
      type,
      {
        names: words.map(word => word.replace(/[+?]$/, '')),
        isAmount: words.map(word => word.endsWith('+')),
        required: words.filter(word => !word.endsWith('?')).length,
      },
    ];
  }),
);
