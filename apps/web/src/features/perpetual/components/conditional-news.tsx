import { useEffect } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { conditionalOrdersTopic } from '#realtime/topics.ts';
import { formatDecimal } from '#ui/format.ts';
import { showToast } from '#ui/toast.ts';
import { contractName } from '../model/contract.ts';
import { conditionalName } from './conditional-words.ts';

/** Says when a conditional order has fired, and why its order was refused, if it was. */
export function ConditionalNews() {
  const { t } = useTranslation(['conditional', 'common', 'perpetual']);
  useEffect(() => {
    const store = conditionalOrdersTopic();
    let seen = store.read()?.revision ?? 0;
    return store.watch(() => {
      const state = store.read();
      if (!state) return;
      // A new snapshot restarts the revision count.
      if (state.revision < seen) seen = 0;
      const news = state.changed.filter(({ revision }) => revision > seen);
      seen = state.revision;
      for (const { order } of news.toReversed()) {
        const name = `${conditionalName(order, t)} ${contractName(order)}`;
        if (order.status === 'fired') {
          showToast(t('conditional:news.fired', { name, price: formatDecimal(order.fired_price) }), 'good');
        } else if (order.refusal) {
          showToast(t('conditional:news.refused', { name, reason: order.refusal.message }), 'bad');
        }
      }
    });
  }, [t]);
  return null;
}
