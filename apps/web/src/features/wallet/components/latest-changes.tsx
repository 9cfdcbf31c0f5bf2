import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { ledgerQuery } from '../api/ledger-pages.ts';
import { EVERYTHING } from '../model/ledger.ts';
import type { Account } from '../model/wallet.ts';
import styles from './latest-changes.module.css';
import { LedgerList } from './ledger-list.tsx';

/** The newest changes of an account or of one currency in it, with a link to all. */
export function LatestChanges({
  account,
  currencyId,
  count = 4,
}: {
  readonly account: Account;
  readonly currencyId?: number | undefined;
  readonly count?: number;
}) {
  const { t } = useTranslation('wallet');
  const { data, error, refetch } = useInfiniteQuery(
    ledgerQuery({ ...EVERYTHING, account, currencyId }, count),
  );
  const entries = data?.pages[0]?.items;
  return (
    <section>
      <div className="row-2 between">
        <h3 className="leading-22 text-15">{t('record.latest')}</h3>
        <Link className={styles['link']} to={paths.records.getHref({ account, currency: currencyId })}>
          {t('record.all')}
          <ChevronRight size={15} aria-hidden="true" />
        </Link>
      </div>
      {entries ? <LedgerList entries={entries} /> : null}
      {entries?.length === 0 ? <p className={styles['none']}>{t('record.none')}</p> : null}
      {entries ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={count} />} />}
    </section>
  );
}
