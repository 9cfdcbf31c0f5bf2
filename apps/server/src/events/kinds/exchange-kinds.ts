import { z } from 'zod';
import { amounts, at, id, minor, positionHead, priceE8 } from './fields.ts';
import { Kind } from './kind.ts';

const line = z.enum(['spot', 'perpetual']);

const optionHead = {
  optionId: id,
  marketId: id,
  currencyId: id,
  practice: z.boolean(),
  direction: z.enum(['rise', 'fall']),
  seconds: id,
  stakeMinor: minor,
};

/** What the exchange itself did, as `exchange_events` stores it. Times are milliseconds since 1970 UTC. */
export const EXCHANGE_KINDS = {
  /**
   * Fills, one after the other: the first trade id of spot, that of perpetual (0: none), and then by threes how much later
   * a command came than the one before (the first: than the row itself), 0 spot or 1 perpetual, and how many it filled.
   * Trade ids go on by one. Subscribers see `orderFilled` instead.
   */
  fills: Kind.of(z.array(z.int().min(0)).readonly()),
  /** Closed for good, for whatever reason. Sums of the whole position, in quote minor units. */
  positionEnded: Kind.of(
    z.object({
      ...positionHead,
      reason: z.enum(['customer', 'takeProfit', 'stopLoss', 'liquidation', 'autoDeleverage', 'offset']),
      lots: id,
      netMinor: minor,
    }),
  ),
  /** Told once it is over; `feeMinor` is the liquidation's and the trading fee. */
  positionLiquidated: Kind.of(
    z.object({ ...positionHead, lots: id, markE8: priceE8, feeMinor: minor, returnedMinor: minor }),
  ),
  positionDeleveraged: Kind.of(
    z.object({
      ...positionHead,
      lots: id,
      markE8: priceE8,
      againstPositionId: id,
      valueMinor: minor,
      realisedMinor: minor,
      returnedMinor: minor,
    }),
  ),
  /** The mark reached it; the book may take a while, see `stopCarriedOut`. */
  stopTriggered: Kind.of(
    z.object({
      ...positionHead,
      stop: z.enum(['takeProfit', 'stopLoss']),
      lots: id,
      triggerTicks: id,
      markE8: priceE8,
    }),
  ),
  /** Each customer's part stands in `perpetual_funding_payments`. */
  fundingSettled: Kind.of(
    z.object({ marketId: id, fundingId: id, fundingAtMs: at, rateE8: z.int(), markE8: priceE8 }),
  ),
  optionBought: Kind.of(z.object(optionHead)),
  optionSettled: Kind.of(
    z.object({
      ...optionHead,
      payoutMinor: minor,
      result: z.enum(['rise', 'fall', 'even', 'staleEntry', 'staleExit']),
    }),
  ),
  /** By one command; each order's part stands in `trust_payments` under the sequence. */
  trustInterestPaid: Kind.of(z.object({ sequence: id, payments: id })),
  trustOrderOpened: Kind.of(
    z.object({
      orderId: id,
      productId: id,
      currencyId: id,
      cycleDays: id,
      principalMinor: minor,
      /** The order it continues by itself; null: the customer bought it. */
      renewalOf: id.nullable(),
    }),
  ),
  trustOrderEnded: Kind.of(
    z.object({
      orderId: id,
      currencyId: id,
      state: z.enum(['completed', 'redeemed']),
      cycleDays: id,
      principalMinor: minor,
      paidMinor: minor,
      penaltyMinor: minor,
    }),
  ),
  launchCommitted: Kind.of(z.object({ offerId: id, orderId: id, currencyId: id, amountMinor: minor })),
  /** What came of a customer's commitments at the close; what was not spent is back. */
  launchAllocated: Kind.of(
    z.object({ offerId: id, orderId: id, allocatedMinor: minor, committed: amounts, spent: amounts }),
  ),
  launchReturned: Kind.of(z.object({ offerId: id, orderId: id, committed: amounts })),
  launchReleased: Kind.of(z.object({ offerId: id, orderId: id, releasedMinor: minor })),
  launchOfferChanged: Kind.of(z.object({ offerId: id, status: z.string() })),
  withdrawalChanged: Kind.of(
    z.object({
      withdrawalId: id,
      currencyId: id,
      amountMinor: minor,
      feeMinor: minor,
      state: z.enum(['pending', 'released', 'settled']),
    }),
  ),
  /** A customer's account was credited or debited by something else than trading and products. */
  moneyMoved: Kind.of(
    z.object({
      reason: z.enum(['faucet', 'deposit', 'depositReversal', 'goodwill', 'transfer']),
      reference: z.string(),
      postingId: id,
      account: z.enum(['spot', 'option', 'contract', 'trust']),
      currencyId: id,
      amountMinor: minor,
    }),
  ),
  /** All that a promoter had pending in the currency from before `untilMs`, an hour's end, is in their spot account. */
  rebateSettled: Kind.of(z.object({ currencyId: id, amountMinor: minor, untilMs: at, postingId: id })),
  /** Received after fees; the orders it was made of are filled like any. */
  converted: Kind.of(
    z.object({
      fromCurrencyId: id,
      toCurrencyId: id,
      paidMinor: minor,
      receivedMinor: minor,
      orderIds: z.array(id).readonly(),
    }),
  ),
  dustConverted: Kind.of(z.object({ dustId: id, toCurrencyId: id, receivedMinor: minor, paid: amounts })),
  customerOpened: Kind.of(z.object({})),
  promoterLinked: Kind.of(z.object({ promoterId: id })),
  referralStandingSet: Kind.of(z.object({ standing: z.enum(['open', 'stopped', 'house']) })),
  customerFrozen: Kind.of(z.object({ frozen: z.boolean() })),
  debtChanged: Kind.of(z.object({ currencyId: id, owedMinor: minor })),
  /** What the customer set themselves; a daily loss of null is no limit. */
  limitsChanged: Kind.of(z.object({ dailyLossMinor: minor.nullable(), coolDownUntilMs: at })),
  marketStatusSet: Kind.of(z.object({ line, marketId: id, status: z.string() })),
  /** Nulls: trading goes on. */
  haltChanged: Kind.of(
    z.object({
      line,
      marketId: id,
      mode: z.string().nullable(),
      reason: z.string().nullable(),
      untilMs: at.nullable(),
    }),
  ),
  /** Null: what was announced is in force, or was taken back. */
  termsAnnounced: Kind.of(z.object({ line, marketId: id, effectiveAtMs: at.nullable() })),
  /** Something was listed, or other terms are in force from now on: of a currency, market or product by its id. */
  termsSet: Kind.of(
    z.object({
      of: z.enum(['currency', 'market', 'perpetual', 'option', 'trust', 'dust', 'referral']),
      id: id.nullable(),
    }),
  ),
};
