import type { Translate } from '#i18n/use-translation.ts';
import { formatDate, formatDecimal, formatPercent } from '#ui/format.ts';
import type { Side } from '../model/order-types.ts';
import type { Lasting, TriggerDirection } from '../model/ticket.ts';
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

/** Which way the price has to go before a trailing stop follows it. */
export function activationDirection(side: Side): TriggerDirection {
  return side === 'sell' ? 'rises' : 'falls';
}
