import { useInfiniteQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { List } from '#ui/card.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Chips } from '#ui/segmented.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { rebatesQuery, type RebateOf, type RebateView } from '../api/referral.ts';
import { numbered } from '../model/numbered.ts';
import { FillSheet } from './fill-sheet.tsx';
import { RebateRow } from './rebate-row.tsx';

const VIEWS = ['fills', 'days', 'people', 'settlements'] as const satisfies readonly RebateView[];

/** Rebates by fill, by day, by person, and as paid out. */
export function RebatesList() {
  const { t } = useTranslation('referral');
  const [view, setView] = useState<RebateView>('fills');
  return (
    <div className="stack-3 cols-1">
      <Chips
        label={t('rebates.view')}
        choices={VIEWS.map(value => ({ value, label: t(`rebates.${value}`) }))}
        value={view}
        onChange={setView}
      />
      <Rebates view={view} />
    </div>
  );
}

function Rebates({ view }: { readonly view: RebateView }) {
  const { t } = useTranslation('referral');
  const query = useInfiniteQuery(rebatesQuery(view));
  const { data, error, refetch } = query;
  const [opened, setOpened] = useState<RebateOf<'fill'>>();
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows />} />;
  const rebates = numbered(data.pages);
  if (rebates.length === 0) {
    return (
      <EmptyState icon={<Coins size={26} strokeWidth={1.6} />} title={t('rebates.none')}>
        {t('rebates.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <List label={t(`rebates.${view}`)}>
        {rebates.map(({ place, item }) => (
          <RebateRow key={place} rebate={item} onOpen={setOpened} />
        ))}
      </List>
      {view === 'days' ? <p className="note">{t('rebates.utc')}</p> : null}
      <MoreButton query={query}>{t('rebates.more')}</MoreButton>
      {opened ? <FillSheet fill={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}
