import { useInfiniteQuery } from '@tanstack/react-query';
import { Split } from 'lucide-react';
import { useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { CardList, ListBar } from '#ui/card-list.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { conditionalHistoryQuery, useConditionalNews } from '../api/conditional-orders.ts';
import { ConditionalCard } from './conditional-list.tsx';
import { conditionalEndText } from './conditional-words.ts';

/** Conditional orders that have fired or ended, with why. */
export function ConditionalHistory({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation(['conditional', 'common', 'perpetual']);
  const [allContracts, setAllContracts] = useState(true);
  const query = useInfiniteQuery(conditionalHistoryQuery(allContracts ? undefined : contract.market_id));
  useConditionalNews();
  const { data, error, refetch } = query;
  const ended = data?.pages.flatMap(page => page.items);
  return (
    <>
      <ListBar>
        <Checkbox checked={allContracts} onChange={setAllContracts}>
          {t('perpetual:position.all')}
        </Checkbox>
      </ListBar>
      {error || !ended ? (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={116} radius={14} />} />
      ) : null}
      {ended?.length === 0 ? (
        <EmptyState icon={<Split size={26} strokeWidth={1.6} />} title={t('conditional:none')}>
          {t('conditional:noneText')}
        </EmptyState>
      ) : null}
      <CardList>
        {ended?.map(order => (
          <ConditionalCard key={order.conditional_order_id} order={order}>
            <span className="text-12 text-end soft">{conditionalEndText(order, t)}</span>
          </ConditionalCard>
        ))}
      </CardList>
      <MoreButton query={query} className="mt-3">
        {t('perpetual:position.older')}
      </MoreButton>
    </>
  );
}
