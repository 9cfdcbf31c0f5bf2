import type { PositionView } from '@tallystick/core';
import type { WirePerpetualAlert } from '@tallystick/protocol';
import type pg from 'pg';
import { POSITIONS } from '../../engine/products/perpetual/tables.ts';
import { select } from '../../engine/projections/select.ts';
import type { FeedEvent } from '../../events/event.ts';
import { toWire } from '../../http/words.ts';
import {
  alertOf,
  fundingNews,
  fundingAlert,
  headOf,
  nearValues,
  topUpValues,
  type FundingPart,
  type News,
} from './alert-news.ts';
import type { PerpetualUnits, PerpetualUnitsTable } from './units.ts';
import { netMinor } from './wire.ts';

type Db = Pick<pg.ClientBase, 'query'>;

/** Notifications about a customer's positions. */
export const NOTIFIED_KINDS = [
  'nearLiquidation',
  'stopCarriedOut',
  'positionToppedUp',
  'positionLiquidated',
  'positionDeleveraged',
  'fundingSettled',
] as const;
type NotifiedKind = (typeof NOTIFIED_KINDS)[number];
type NotifiedEvent = FeedEvent<NotifiedKind>;
type PositionEvent = Exclude<NotifiedEvent, { readonly kind: 'fundingSettled' }>;
type FundingEvent = FeedEvent<'fundingSettled'>;

interface Alert {
  readonly customerId: number;
  readonly alert: WirePerpetualAlert;
}

export interface PositionNotifications {
  readonly news: readonly News[];
  /** For the sockets. */
  readonly alerts: readonly Alert[];
}

/** Notifications for events. Accounts without mail or phone get none: the house, the demo's traders. */
export async function notificationsOf(
  db: Db,
  events: readonly NotifiedEvent[],
  units: PerpetualUnitsTable,
): Promise<PositionNotifications> {
  const fundings = events.filter(event => event.kind === 'fundingSettled');
  const ofPositions = events.filter(event => event.kind !== 'fundingSettled');
  const views = await readPositions(db, ofPositions);
  const parts = await readFundingParts(db, fundings);
  const customerIds = [...views.values(), ...parts].map(({ customerId }) => customerId);
  const reached = await reachable(db, customerIds);
  const notifications = ofPositions.flatMap(event => {
    const view = views.get(event.body.positionId);
    if (view === undefined || !reached.has(view.customerId)) return [];
    return [positionNotification(event, view, units.of(view.marketId))];
  });
  const paid = parts.filter(({ customerId }) => reached.has(customerId));
  return {
    news: [...notifications.map(({ news }) => news), ...fundingNews(paid, units)],
    alerts: [
      ...notifications.map(({ news, alert }) => ({ customerId: news.customerId, alert })),
      ...paid.map(part => fundingAlert(part, units)),
    ],
  };
}

function positionNotification(
  event: PositionEvent,
  view: PositionView,
  units: PerpetualUnits,
): { readonly news: News; readonly alert: WirePerpetualAlert } {
  const { id, body, atMs } = event;
  const head = { ...headOf(event, view, units), id, atMs };
  switch (event.kind) {
    case 'nearLiquidation':
      return {
        news: {
          id,
          customerId: view.customerId,
          kind: 'perpetualNearLiquidation',
          atMs,
          values: nearValues(event.body, units),
        },
        alert: {
          ...alertOf(event, view, units, { kind: 'near_liquidation', amount: null }),
          liquidation_price: units.exactPriceOrNull(event.body.liquidationE8),
        },
      };
    case 'stopCarriedOut': {
      const kind = event.body.stop === 'takeProfit' ? 'perpetualTakeProfit' : 'perpetualStopLoss';
      return {
        news: { ...head, kind },
        alert: alertOf(event, view, units, {
          kind: toWire(event.body.stop),
          amount: units.amount(netMinor(view)),
        }),
      };
    }
    case 'positionToppedUp':
      return {
        news: {
          id,
          customerId: view.customerId,
          kind: 'perpetualToppedUp',
          atMs,
          values: topUpValues(event.body, units),
        },
        alert: alertOf(event, view, units, {
          kind: 'topped_up',
          amount: units.amount(event.body.amountMinor),
        }),
      };
    case 'positionLiquidated':
      return {
        news: { ...head, kind: 'perpetualLiquidated' },
        alert: alertOf(event, view, units, {
          kind: 'liquidated',
          amount: units.amount(event.body.returnedMinor),
        }),
      };
    case 'positionDeleveraged':
      return {
        news: { ...head, kind: 'perpetualDeleveraged' },
        alert: alertOf(event, view, units, {
          kind: 'deleveraged',
          amount: units.amount(event.body.realisedMinor),
        }),
      };
    default:
      event satisfies never;
      throw new Error(`nothing is told of position ${(body as { positionId: number }).positionId}`);
  }
}

async function readPositions(
  db: Db,
  events: readonly PositionEvent[],
): Promise<ReadonlyMap<number, PositionView>> {
  if (events.length === 0) return new Map();
  const ids = events.map(({ body }) => body.positionId);
  const views = await select(db, POSITIONS, 'where position_id = any ($1)', [ids]);
  return new Map(views.map(view => [view.positionId, view]));
}

/** What each customer's positions in each contract received or paid. */
async function readFundingParts(db: Db, events: readonly FundingEvent[]): Promise<readonly FundingPart[]> {
  if (events.length === 0) return [];
  const { rows } = await db.query<{
    customer_id: number;
    market_id: number;
    funding_id: string;
    amount_minor: string;
    positions: number;
  }>(
    `select r.customer_id, r.market_id, r.funding_id, sum(r.amount_minor) as amount_minor, count(*)::integer as positions
       from perpetual_funding_payments r
       join unnest($1::integer[], $2::bigint[], $3::bigint[]) as f (market_id, funding_id, funding_at_ms)
         using (market_id, funding_id, funding_at_ms)
      group by r.customer_id, r.market_id, r.funding_id having sum(r.amount_minor) <> 0
      order by r.customer_id, r.market_id, r.funding_id`,
    [
      events.map(({ body }) => body.marketId),
      events.map(({ body }) => body.fundingId),
      events.map(({ body }) => body.fundingAtMs),
    ],
  );
  const fundings = new Map(events.map(({ body }) => [`${body.marketId}:${body.fundingId}`, body]));
  return rows.map(row => ({
    customerId: row.customer_id,
    amountMinor: BigInt(row.amount_minor),
    positions: row.positions,
    funding: fundings.get(`${row.market_id}:${row.funding_id}`)!,
  }));
}

async function reachable(db: Db, customerIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ id: number }>(
    'select id from customers where id = any ($1) and (email is not null or phone is not null)',
    [customerIds],
  );
  return new Set(rows.map(row => row.id));
}
