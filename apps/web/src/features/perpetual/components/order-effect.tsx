import { useTranslation } from '#i18n/use-translation.ts';
import type { Translate } from '#i18n/use-translation.ts';
import { formatDecimal } from '#ui/format.ts';
import { closedFirst, freeLots, opposite, reduces, type Held } from '../model/held.ts';
import type { TicketSummary } from '../model/summary.ts';
import type { Ticket } from '../model/ticket.ts';

interface Effect {
  readonly ticket: Ticket;
  readonly summary: TicketSummary;
  readonly held: Held;
}

/** In hedge and net mode: what the order does to the positions there are; undefined if it only opens, or while unknown. */
export function effectText({ ticket, summary, held }: Effect, t: Translate<'perpetual'>): string | undefined {
  const { lots, closesLots } = summary;
  const position = closedFirst(ticket, held);
  if (position === null || lots === null) return undefined;
  const count = (of: bigint) => formatDecimal(String(of));
  const side = opposite(ticket.direction);
  if (reduces(ticket, held)) {
    const free = freeLots(position, held);
    return t(`effect.reduces.${side}`, { lots: count(lots < free ? lots : free) });
  }
  const opens = lots - closesLots;
  if (closesLots === 0n) return t(`effect.waits.${side}`, { lots: count(BigInt(position.holding_lots)) });
  return opens === 0n
    ? t(`effect.closes.${side}`, { lots: count(closesLots) })
    : t(`effect.turns.${side}`, { closes: count(closesLots), opens: count(opens) });
}

export function OrderEffect(effect: Effect) {
  const { t } = useTranslation('perpetual');
  const text = effectText(effect, t);
  return text === undefined ? null : <output className="note block">{text}</output>;
}
