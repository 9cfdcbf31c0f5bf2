import { useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Landmark, ShieldAlert } from 'lucide-react';
import { useReserves, type NewestReserves } from '#features/reserves/api/calls.ts';
import { AddressCard } from '#features/reserves/components/address-card.tsx';
import { BankCard } from '#features/reserves/components/bank-card.tsx';
import { CurrencyCard } from '#features/reserves/components/currency-card.tsx';
import { CurrencyList } from '#features/reserves/components/currency-list.tsx';
import { HistoryCard } from '#features/reserves/components/history-card.tsx';
import { LimitsCard } from '#features/reserves/components/limits-card.tsx';
import { RecordCard } from '#features/reserves/components/record-card.tsx';
import { Alarm } from '#features/reserves/components/reserves-beside.tsx';
import styles from '#features/reserves/components/reserves.module.css';
import { isTooFarApart, readRecords, type ReadRecords } from '#features/reserves/model/shown.ts';
import { InLogMark } from '#features/public-log/components/in-log-mark.tsx';
import { PublicHeadCard } from '#features/public-log/components/public-head.tsx';
import { RecordList } from '#features/public-log/components/record-list.tsx';
import { useInLog } from '#features/public-log/components/use-in-log.ts';
import { usePublicWatch } from '#features/public-log/components/use-public-watch.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { exchangeOf, type PublicLogTrust } from '#lib/public-log-trust.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDate } from '#ui/format.ts';
import { Page as Frame } from '#ui/page.tsx';
import { EmptyState, ErrorState, Pending, SkeletonRows } from '#ui/states.tsx';

/** What customers are owed beside what there is for it, open to everybody. */
export function Page() {
  const { t } = useTranslation('reserves');
  const newest = useReserves();
  return (
    <Frame title={t('title')} width="wide">
      {newest.data ? (
        <Newest newest={newest.data} />
      ) : (
        <Pending error={newest.error} onRetry={newest.refetch} shape={<SkeletonRows count={6} />} />
      )}
    </Frame>
  );
}

function Newest({ newest }: { readonly newest: NewestReserves }) {
  const { t } = useTranslation('reserves');
  const { published, mode } = newest;
  const watch = usePublicWatch();
  const { trust } = watch;
  const inLog = useInLog(published === null ? [] : [published.reserves, published.liabilities], trust);
  const origin = exchangeOf(trust, newest.origin);
  const read = useMemo(() => published && readRecords(published, origin), [published, origin]);
  const isApart = read !== null && isTooFarApart(read);
  return (
    <div className="stack-4 cols-1">
      <p className="lead">{t('lead')}</p>
      {mode === 'demo' ? <DemoNotice /> : null}
      {watch.state === 'alarm' ? <PublicHeadCard watch={watch} /> : null}
      {published === null ? (
        <>
          <EmptyState icon={<Landmark size={26} strokeWidth={1.6} />} title={t('none')}>
            {t('noneText')}
          </EmptyState>
          <LimitsCard />
        </>
      ) : read === null || inLog.state === 'wrong' ? (
        <div role="alert">
          <EmptyState icon={<ShieldAlert size={26} strokeWidth={1.6} />} title={t('broken')}>
            {t('brokenText')}
          </EmptyState>
        </div>
      ) : (
        <>
          {isApart ? <Alarm title={t('apart')}>{t('apartText')}</Alarm> : null}
          {inLog.error === null ? (
            <InLogMark state={inLog.state} size={trust?.size ?? 0} />
          ) : (
            <ErrorState error={inLog.error} onRetry={inLog.retry} />
          )}
          <Read
            newest={newest}
            read={read}
            trust={trust}
            isSure={inLog.state === 'right' && watch.state !== 'alarm' && !isApart}
          />
        </>
      )}
    </div>
  );
}

function DemoNotice() {
  const { t } = useTranslation('reserves');
  return (
    <Card className={cx(styles['notice'], 'stack-1')}>
      <h2 className="text-14 weight-600">{t('demo.title')}</h2>
      <p className="lead">{t('demo.text')}</p>
    </Card>
  );
}

function Read({
  newest,
  read,
  trust,
  isSure,
}: {
  readonly newest: NewestReserves;
  readonly read: ReadRecords;
  readonly trust: PublicLogTrust | null;
  readonly isSure: boolean;
}) {
  const { t } = useTranslation('reserves');
  const { items, published } = read;
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('currency');
  const detail = useRef<HTMLDivElement>(null);
  const isDemo = newest.mode === 'demo';
  /** On a phone the details are below the list: they come into sight. */
  const choose = (currency: string): void => {
    setQuery({ currency }, { replace: true });
    const box = detail.current;
    if (box && box.getBoundingClientRect().top > innerHeight / 2) box.scrollIntoView();
  };
  const one =
    items.find(({ currency }) => currency === wanted) ?? items.find(({ assets }) => assets > 0n) ?? items[0];
  if (one === undefined) return <EmptyState title={t('nothingOwed')} />;
  const assets = published.reserves.assets.filter(({ currency }) => currency === one.currency);
  const atBanks = assets.filter(({ place }) => place === 'bank');
  return (
    <>
      <p className="note">{t('asOf', { at: formatDate(published.reserves.at_ms) })}</p>
      <div className={cx(styles['columns'], 'stack-4')}>
        <CurrencyList items={items} isDemo={isDemo} isSure={isSure} chosen={one.currency} onChoose={choose} />
        <div ref={detail} className={cx(styles['detail'], 'stack-4 cols-1')}>
          <CurrencyCard one={one} isDemo={isDemo} isSure={isSure} />
          <HistoryCard key={one.currency} currency={one.currency} />
          <AddressCard
            assets={assets.filter(({ place }) => place !== 'bank')}
            origin={exchangeOf(trust, newest.origin)}
            atMs={published.atMs}
          />
          {atBanks.length === 0 ? null : <BankCard assets={atBanks} />}
        </div>
      </div>
      <LimitsCard />
      <RecordCard newest={newest} read={read}>
        {newest.published && (
          <RecordList records={[newest.published.reserves, newest.published.liabilities]} trust={trust} />
        )}
      </RecordCard>
    </>
  );
}
