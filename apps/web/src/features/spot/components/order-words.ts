import type { WireMarket, WireOrder } from '@tallystick/protocol/wire';
import type { Translate } from '#i18n/use-translation.ts';
import { formatDate, formatDecimal, formatPercent } from '#ui/format.ts';
import type { Side } from '../model/order-types.ts';
import { exitsOf } from '../model/parts.ts';
import type { TicketSummary } from '../model/summary.ts';
import { isIceberg, type Lasting, type Ticket, type TriggerDirection } from '../model/ticket.ts';
import type { TypedTrail } from '../model/trail.ts';

type Words = Translate<'spot'>;

export const SHORTCUTS = [
  { name: 'hour', forMs: 3_600_000 },
  { name: 'day', forMs: 86_400_000 },
  { name: 'week', forMs: 604_800_000 },
] as const;

export function shortcutOf(lasting: Lasting): (typeof SHORTCUTS)[number] | undefined {
  return 'forMs' in lasting ? SHORTCUTS.find(({ forMs }) => forMs === lasting.forMs) : undefined;
}

/** How long a GTD order is to last: `7 days`, `until 21/11/2026, 14:30`. */
export function lastingText(lasting: Lasting, t: Words): string {
  if ('untilMs' in lasting) return t('lasting.until', { date: formatDate(lasting.untilMs, 'dateTime') });
  const shortcut = shortcutOf(lasting);
  if (shortcut === undefined) throw new Error(`no name for ${lasting.forMs} ms`);
  return t(`lasting.${shortcut.name}`);
}

/** `When the price falls to 59,000 USDT`; only the price while the direction is unknown. */
export function triggerText(
  direction: TriggerDirection | null,
  price: string,
  quote: string,
  t: Words,
): string {
  const shown = `${formatDecimal(price)} ${quote}`;
  return direction === null ? shown : t(`when.${direction}`, { price: shown });
}

/** `1.5%`, `500 USDT`. */
export function distanceText({ by, text }: TypedTrail, quote: string): string {
  return by === 'percent'
    ? formatPercent(text, { sign: 'never', decimals: 4, minDecimals: 0 })
    : `${formatDecimal(text)} ${quote}`;
}

/** `1.5% below the highest price`. */
export function trailText(side: Side, trail: TypedTrail, quote: string, t: Words): string {
  return t(side === 'sell' ? 'trail.below' : 'trail.above', { distance: distanceText(trail, quote) });
}

/** What belongs to the order besides: where its exits sell, and what the book shows of it. */
export function exitLines(
  ticket: Ticket,
  market: WireMarket,
  summary: TicketSummary,
  t: Words,
): readonly { readonly label: string; readonly value: string }[] {
  const exits = exitsOf(ticket, market, summary);
  const base = market.base.code;
  const quote = market.quote.code;
  const amount = `${formatDecimal(exits?.quantity ?? null)} ${base}`;
  const says = ({ price, value }: { readonly price: string; readonly value: string }): string =>
    t('exits.sells', { amount, price: formatDecimal(price), value: `${formatDecimal(value)} ${quote}` });
  return [
    ...(exits?.profit ? [{ label: t('exits.profit'), value: says(exits.profit) }] : []),
    ...(exits?.loss
      ? [
          {
            label: t('exits.loss'),
            value:
              exits.loss.limit === null
                ? says(exits.loss)
                : `${says(exits.loss)} · ${t('exits.notBelow', { price: `${formatDecimal(exits.loss.limit)} ${quote}` })}`,
          },
        ]
      : []),
    ...(isIceberg(ticket)
      ? [{ label: t('exits.visible'), value: `${formatDecimal(ticket.parts.visible)} ${base}` }]
      : []),
  ];
}

/** What an order is linked with, and what it does after its end. */
export function linkLines(order: WireOrder, t: Words): readonly (readonly [string, string | null])[] {
  const [base = '', quote = ''] = order.symbol.split('/');
  const price = (text: string | null) => (text === null ? null : `${formatDecimal(text)} ${quote}`);
  return [
    [t('exits.linked'), order.linked_order_id === null ? null : `#${order.linked_order_id}`],
    [t('exits.exitOf'), order.parent_order_id === null ? null : `#${order.parent_order_id}`],
    [t('exits.profit'), price(order.take_profit_price)],
    [t('exits.loss'), price(order.stop_loss_price)],
    [t('exits.stopSells'), price(order.stop_loss_limit_price)],
    [t('exits.notPlaced'), order.exits_refused && t(`exits.refused.${order.exits_refused}`)],
    [
      t('exits.visible'),
      order.visible_quantity === null ? null : `${formatDecimal(order.visible_quantity)} ${base}`,
    ],
  ];
}

/** Which way the price has to go before a trailing stop follows it. */
export function activationDirection(side: Side): TriggerDirection {
  return side === 'sell' ? 'rises' : 'falls';
}
