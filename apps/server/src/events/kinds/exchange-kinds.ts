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

/** Events of the exchange itself, as stored in `exchange_events`. Times are milliseconds since 1970 UTC. */
export const EXCHANGE_KINDS = {
  /**
   * Runs of consecutive fills: the first trade id of spot and of perpetual (0: none), then three numbers per command:
   * its time after the command before (for the first: after the row's own time), 0 spot or 1 perpetual, and its number
   * of fills. Trade ids are consecutive. Subscribers see `orderFilled` instead.
   */
  fills: Kind.of(z.array(z.int().min(0)).readonly()),
  /** Closed completely, for any reason. Sums of the whole position, in quote minor units. */
  positionEnded: Kind.of(
    z.object({
      ...positionHead,
      reason: z.enum(['customer', 'takeProfit', 'stopLoss', 'liquidation', 'autoDeleverage', 'offset']),
      lots: id,
      netMinor: minor,
    }),
  ),
  /** Reported when it is finished; `feeMinor` is the liquidation fee plus the trading fee. */
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
  /** Margin was added by itself instead of a liquidation; how much more may be, and where it is liquidated now. */
  positionToppedUp: Kind.of(
    z.object({
      ...positionHead,
      lots: id,
      markE8: priceE8,
      amountMinor: minor,
      leftMinor: minor,
      liquidationE8: priceE8.nullable(),
    }),
  ),
  /** The mark reached it; closing may take a while, see `stopCarriedOut`. */
  stopTriggered: Kind.of(
    z.object({
      ...positionHead,
      stop: z.enum(['takeProfit', 'stopLoss']),
      lots: id,
      triggerTicks: id,
      markE8: priceE8,
    }),
  ),
  /** Each customer's part is in `perpetual_funding_payments`. */
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
  /** Paid by one command; each order's part is in `trust_payments` under the sequence. */
  trustInterestPaid: Kind.of(z.object({ sequence: id, payments: id })),
  trustOrderOpened: Kind.of(
    z.object({
      orderId: id,
      productId: id,
      currencyId: id,
      cycleDays: id,
      principalMinor: minor,
      /** The order that this one renews automatically; null: the customer bought it. */
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
  /** The result of a customer's commitments at the close; unspent money was returned. */
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
  /** A customer's account was credited or debited outside trading and products. */
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
  /** All rebates the promoter had pending in the currency from before `untilMs`, an hour's end, were paid to spot. */
  rebateSettled: Kind.of(z.object({ currencyId: id, amountMinor: minor, untilMs: at, postingId: id })),
  /** Received amounts are after fees; the orders of the conversion have fills like any other. */
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
  /** A customer's own limits; a daily loss of null is no limit. */
  limitsChanged: Kind.of(z.object({ dailyLossMinor: minor.nullable(), coolDownUntilMs: at })),
  marketStatusSet: Kind.of(z.object({ line, marketId: id, status: z.string() })),
  /** Nulls: trading continues. */
  haltChanged: Kind.of(
    z.object({
      line,
      marketId: id,
      mode: z.string().nullable(),
      reason: z.string().nullable(),
      untilMs: at.nullable(),
    }),
  ),
  /** Null: the announced terms are in force, or were withdrawn. */
  termsAnnounced: Kind.of(z.object({ line, marketId: id, effectiveAtMs: at.nullable() })),
  /** A currency, market or product (by its id) was listed, or its terms changed. */
  termsSet: Kind.of(
    z.object({
      of: z.enum(['currency', 'market', 'perpetual', 'option', 'trust', 'dust', 'referral']),
      id: id.nullable(),
    }),
  ),
};
