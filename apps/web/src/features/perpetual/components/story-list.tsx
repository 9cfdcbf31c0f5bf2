import { ChevronRight } from 'lucide-react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { formatDate, formatDecimal, formatPrice, signOf } from '#ui/format.ts';
import { contractUnits } from '../model/contract.ts';
import { minorOf } from '../model/positions.ts';
import type { StoryEvent } from '../model/story.ts';
import styles from './story-list.module.css';
import { useExactMoney } from './ticket-preview.tsx';

interface Line {
  readonly title: string;
  readonly detail: string;
  /** Signed amount, if it moved one. */
  readonly amount: string | null;
}

/** An event's name and its figures in one line. */
export function useEventLine(contract: WireContract): (event: StoryEvent) => Line {
  const { t } = useTranslation('perpetual');
  const { priceDecimals } = contractUnits(contract);
  const price = (text: string) => formatPrice(text, priceDecimals);
  const lots = (count: number) => formatDecimal(String(count));
  return event => {
    switch (event.kind) {
      case 'fill': {
        const { effect, role, price: at, lots: count, realised_profit: profit } = event.fill;
        return {
          title: t(`story.${effect}`),
          detail: `${t('story.price', { lots: lots(count), price: price(at) })} · ${t(`story.${role}`)}`,
          amount: effect === 'open' ? null : profit,
        };
      }
      case 'funding': {
        const { amount, mark_price: mark } = event.payment;
        return {
          title: t(signOf(amount) === -1 ? 'story.funding_out' : 'story.funding_in'),
          detail: t('story.mark', { price: price(mark) }),
          amount,
        };
      }
      case 'liquidation':
        return {
          title: t('story.liquidation'),
          detail: t('story.mark', { price: price(event.liquidation.mark_price) }),
          amount: event.liquidation.returned,
        };
      case 'deleveraging':
        return {
          title: t('story.auto_deleverage'),
          detail: t('story.mark', { price: price(event.deleveraging.mark_price) }),
          amount: event.deleveraging.realised_profit,
        };
      case 'topup':
        return {
          title: t('story.topped_up'),
          detail: t('story.mark', { price: price(event.topUp.mark_price) }),
          amount: event.topUp.amount,
        };
      case 'trigger':
        return {
          title: t(event.trigger.kind === 'take_profit' ? 'closed.take_profit' : 'closed.stop_loss'),
          detail: t('story.mark', { price: price(event.trigger.mark_price) }),
          amount: null,
        };
      case 'offset': {
        const { offset, side } = event;
        const other = side === 'long' ? offset.short_position_id : offset.long_position_id;
        return {
          title: t('story.offset', { position: `#${other}` }),
          detail: `${t('position.lots', { lots: lots(offset.lots) })} · ${t('story.mark', { price: price(offset.mark_price) })}`,
          amount: offset.inputs?.[side].realised_profit ?? null,
        };
      }
    }
  };
}

/** A position's events, newest first. Those that can be verified open their proof. */
export function StoryList({
  events,
  contract,
  onCheck,
}: {
  readonly events: readonly StoryEvent[];
  readonly contract: WireContract;
  readonly onCheck: (event: StoryEvent) => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const lineOf = useEventLine(contract);
  if (events.length === 0) return <p className={styles['none']}>{t('story.none')}</p>;
  return (
    <ol className={styles['story']}>
      {events.map(event => {
        const { title, detail, amount } = lineOf(event);
        const inner = (
          <>
            <span className="grow grid">
              <span className={styles['title']}>{title}</span>
              <span className="note">{detail}</span>
              <span className="note">{formatDate(event.atMs, 'dateTime')}</span>
            </span>
            {amount === null ? null : (
              <span
                className={cx(
                  styles['amount'],
                  signOf(amount) === 1 && 'up',
                  signOf(amount) === -1 && 'down',
                )}
              >
                {money(minorOf(amount, contract.quote.decimals), true)}
              </span>
            )}
          </>
        );
        return (
          <li key={event.key}>
            {event.kind === 'fill' ? (
              <div className={styles['row']}>{inner}</div>
            ) : (
              <button type="button" className={styles['row']} onClick={() => onCheck(event)}>
                {inner}
                <ChevronRight size={16} className="quiet" aria-hidden="true" />
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
