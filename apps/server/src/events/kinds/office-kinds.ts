import { ALERT_KINDS } from '@tallystick/protocol/desk/alerts';
import { z } from 'zod';
import { EXCHANGE_KINDS } from './exchange-kinds.ts';
import { id, minor, positionHead, priceE8 } from './fields.ts';
import { Kind } from './kind.ts';

const alertHead = { alertId: id, alertKind: z.enum(ALERT_KINDS), subject: z.string() };

/** Events of server transactions outside the exchange, as stored in `office_events`: see `appendToFeed`. */
export const OFFICE_KINDS = {
  /** A position has come close to liquidation; repeated only after it had recovered. */
  nearLiquidation: Kind.of(z.object({ ...positionHead, markE8: priceE8, liquidationE8: priceE8.nullable() })),
  /** A triggered stop has closed its position, or takes so long that its owner should know. */
  stopCarriedOut: EXCHANGE_KINDS.stopTriggered,
  /** A decision about a customer's money, identity or cards; `message` is the key of its text. */
  customerNews: Kind.of(z.object({ message: z.string(), values: z.record(z.string(), z.string()) })),
  /** A change of how an account is protected: a new device, another password. `message` as above. */
  securityNews: Kind.of(z.object({ message: z.string() })).next(
    z.object({ message: z.string(), values: z.record(z.string(), z.string()) }),
    ({ message }) => ({ message, values: {} }),
  ),
  /** A price, its change or a funding rate has reached a customer's alert; levels and values as in `price_alerts`. */
  priceAlert: Kind.of(
    z.object({
      alertId: id,
      marketId: id,
      alertKind: z.enum(['level', 'change', 'day_change', 'funding']),
      direction: z.enum(['up', 'down']),
      threshold: z.int(),
      value: z.int(),
      /** The level the customer chose, in its unit. */
      wanted: z.string(),
      priceE8: priceE8.nullable(),
    }),
  ),
  /** A customer has set, changed or deleted an alert: watchers read its row again. */
  priceAlertChanged: Kind.of(z.object({ alertId: id })),
  /** An announcement was written, or changed or removed before its time; it may be published later. */
  noticePublished: Kind.of(z.object({ noticeId: id })),
  /** Pushes of an announcement are queued for all devices up to this one; the rest follow. */
  announcementGoesOn: Kind.of(z.object({ noticeId: id, afterDevice: id })),
  /** A customer announced a deposit, which waits for review. */
  depositAnnounced: Kind.of(z.object({ depositId: id, currencyId: id, amountMinor: minor })),
  /** Identity documents wait for review. */
  identityApplied: Kind.of(z.object({ applicationId: id, level: z.enum(['basic', 'advanced']) })),
  /** An operator has answered a customer in the chat. */
  chatAnswered: Kind.of(z.object({ caseId: id, seq: z.int() })),
  /** An alert for operators, as in `operator_alerts`. */
  alertRaised: Kind.of(z.object({ ...alertHead, figure: z.string(), limit: z.string() })),
  alertOver: Kind.of(z.object(alertHead)),
  /** An entry of the desk's audit log, which has the details. */
  operatorActed: Kind.of(z.object({ entry: id, action: z.string(), subject: z.string() })),
};
