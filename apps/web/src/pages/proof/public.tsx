import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { OwnPrograms, PublicHeadCard, WitnessList } from '#features/public-log/components/public-head.tsx';
import { RecordList } from '#features/public-log/components/record-list.tsx';
import { usePublicWatch } from '#features/public-log/components/use-public-watch.ts';
import { useRecords } from '#features/public-log/api/public-log.ts';
import { KINDS, kindIn } from '#features/public-log/model/kinds.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { Page as Frame } from '#ui/page.tsx';
import { Tabs } from '#ui/segmented.tsx';
import { EmptyState, ErrorState, Pending, SkeletonRows } from '#ui/states.tsx';

/** The public log: its newest head with the witnesses, and its records by kind. `kind` opens it at one. */
export function Page() {
  const { t } = useTranslation('records');
  const [query] = useSearchParams();
  const [kind, setKind] = useState(() => kindIn(query.get('kind')));
  const watch = usePublicWatch();
  const records = useRecords(kind);
  const { data, error, refetch, hasNextPage } = records;
  const items = data?.pages.flatMap(page => page.items);
  const nameOf = (one: (typeof KINDS)[number] | 'all') => (one === 'all' ? t('all') : t(`kinds.${one}`));
  return (
    <Frame title={t('title')} width="narrow">
      <div className="stack-4">
        <p className="note">{t('text')}</p>
        {watch.shown === undefined && watch.error ? (
          <ErrorState error={watch.error} onRetry={watch.retry} />
        ) : (
          <PublicHeadCard watch={watch} />
        )}
        <Tabs
          label={t('kind')}
          panelId="records"
          value={kind ?? 'all'}
          onChange={chosen => setKind(chosen === 'all' ? undefined : chosen)}
          choices={(['all', ...KINDS] as const).map(value => ({ value, label: nameOf(value) }))}
        />
        <div id="records" role="tabpanel" aria-label={nameOf(kind ?? 'all')} className="stack-3">
          {items === undefined ? (
            <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />
          ) : items.length > 0 ? (
            <RecordList records={items} trust={watch.trust} />
          ) : hasNextPage ? null : (
            <EmptyState icon={<ScrollText size={26} strokeWidth={1.6} />} title={t('empty')} />
          )}
          <MoreButton query={records}>{t('more')}</MoreButton>
        </div>
        <WitnessList watch={watch} />
        <OwnPrograms />
      </div>
    </Frame>
  );
}
