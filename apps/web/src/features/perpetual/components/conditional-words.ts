import type { WireConditionalOrder } from '@tallystick/protocol/wire';
import type { Translate } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { firesAt, type ConditionalProblem } from '../model/conditional.ts';

type T = Translate<'conditional' | 'common' | 'perpetual'>;

/** With figures in the format of the customer's language. */
export function conditionalProblemText({ code, params = {} }: ConditionalProblem, t: T): string {
  const written = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, formatDecimal(value)]),
  );
  return t(`conditional:problem.${code}`, written);
}

function trails({ trail_distance: distance, trail_percent: percent }: WireConditionalOrder): boolean {
  return distance !== null || percent !== null;
}

export function conditionalKindText(order: WireConditionalOrder, t: T): string {
  if (trails(order)) return t('conditional:kinds.trailing');
  return t(order.kind === 'stop' ? 'conditional:kinds.stop' : 'conditional:kinds.takeProfit');
}

/** What it does, with the direction of the position that it opens or reduces. */
export function conditionalName(order: WireConditionalOrder, t: T): string {
  const what = t(`conditional:does.${order.effect}.${order.side}`);
  return `${conditionalKindText(order, t)} · ${what}`;
}

/** When it fires, or from which price on it follows. */
export function conditionalTriggerText(order: WireConditionalOrder, t: T): string {
  const source = t(`conditional:sources.${order.trigger_source}`);
  const at = firesAt(order);
  if (at !== null) return `${source} ${at.sign} ${formatDecimal(at.price)}`;
  const sign = order.side === 'sell' ? '≥' : '≤';
  return t('conditional:follows', { from: `${source} ${sign} ${formatDecimal(order.trigger_price)}` });
}

export function conditionalDistanceText(order: WireConditionalOrder): string | null {
  if (order.trail_percent !== null) return `${formatDecimal(order.trail_percent)} %`;
  return order.trail_distance === null ? null : formatDecimal(order.trail_distance);
}

export function conditionalOrderText(order: WireConditionalOrder, t: T): string {
  const lots =
    order.lots === null
      ? t('conditional:whole')
      : t('perpetual:position.lots', { lots: formatDecimal(String(order.lots)) });
  const at = order.price === null ? t('perpetual:type.market') : formatDecimal(order.price);
  return `${lots} · ${at}`;
}

/** How it ended. */
export function conditionalEndText(order: WireConditionalOrder, t: T): string {
  const { end_reason: reason, refusal } = order;
  if (reason === null) return t('conditional:ended.fired', { price: formatDecimal(order.fired_price) });
  return t(`conditional:ended.${reason}`, { reason: refusal?.message ?? '' });
}
