import { ALERT_KINDS } from '@tallystick/protocol/desk/alerts';
import { z } from 'zod';
import { EXCHANGE_KINDS } from './exchange-kinds.ts';
import { id, minor, positionHead, priceE8 } from './fields.ts';
import { Kind } from './kind.ts';

const alertHead = { alertId: id, alertKind: z.enum(ALERT_KINDS), subject: z.string() };

/** What transactions of the server beside the exchange did, as `office_events` stores it: see `appendToFeed`. */
export const OFFICE_KINDS = {
  /** A position has come close to liquidation; again only after it had recovered. */
  nearLiquidation: Kind.of(z.object({ ...positionHead, markE8: priceE8, liquidationE8: priceE8.nullable() })),
  /** A stop that was reached has closed its position, or has taken so long that its owner should know. */
  stopCarriedOut: EXCHANGE_KINDS.stopTriggered,
  /** Something was decided or done about a customer's money, identity or cards; `message` names the text told. */
  customerNews: Kind.of(z.object({ message: z.string(), values: z.record(z.string(), z.string()) })),
  /** Something changed how an account is protected: a new device, another password. `message` as above. */
  securityNews: Kind.of(z.object({ message: z.string() })).next(
    z.object({ message: z.string(), values: z.record(z.string(), z.string()) }),
    ({ message }) => ({ message, values: {} }),
  ),
  /** A price, its change or a funding rate has got where a customer wanted to be told of; levels and values as in `price_alerts`. */
  priceAlert: Kind.of(
    z.object({
      alertId: id,
      marketId: id,
      alertKind: z.enum(['level', 'change', 'day_change', 'funding']),
      direction: z.enum(['up', 'down']),
      threshold: z.int(),
      value: z.int(),
      /** What the customer asked for, in its unit. */
      wanted: z.string(),
      priceE8: priceE8.nullable(),
    }),
  ),
  /** A customer has set, changed or deleted an alert: whoever watches reads its row again. */
  priceAlertChanged: Kind.of(z.object({ alertId: id })),
  /** An announcement was written, or changed or removed before its time; it may be published later. */
  noticePublished: Kind.of(z.object({ noticeId: id })),
  /** Pushes of an announcement are written for all devices up to one of them; the rest come next. */
  announcementGoesOn: Kind.of(z.object({ noticeId: id, afterDevice: id })),
  /** A customer says that money is on its way; it waits for review. */
  depositAnnounced: Kind.of(z.object({ depositId: id, currencyId: id, amountMinor: minor })),
  /** Identity papers wait for review. */
  identityApplied: Kind.of(z.object({ applicationId: id, level: z.enum(['basic', 'advanced']) })),
  /** Somebody at the desk has answered a customer in the chat. */
  chatAnswered: Kind.of(z.object({ caseId: id, seq: z.int() })),
  /** Something is wrong that operators are told of; as in `operator_alerts`. */
  alertRaised: Kind.of(z.object({ ...alertHead, figure: z.string(), limit: z.string() })),
  alertOver: Kind.of(z.object(alertHead)),
  /** An entry of the desk's audit log, which has the rest. */
  operatorActed: Kind.of(z.object({ entry: id, action: z.string(), subject: z.string() })),
};
