import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { WireBalance } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { isPositive } from '#lib/decimal.ts';
import { useSettings } from '#lib/settings.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { useBalanceDetail } from '../api/use-wallet.ts';
import { worthIn } from '../model/wallet.ts';
import styles from './balance-sheet.module.css';
import { HoldsList } from './holds-list.tsx';
import { LatestChanges } from './latest-changes.tsx';
import { exact, Worth } from './worth.tsx';

/** Available and frozen side by side, and what is in escrow where there is some. */
export function AvailableFrozen({
  available,
  frozen,
  escrow,
}: {
  readonly available: string;
  readonly frozen: string;
  readonly escrow: string;
}) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  return (
    <dl className="stack-2 cols-2">
      <div className={styles['part']}>
        <dt>{t('balance.available')}</dt>
        <dd>{exact(available, hideBalances)}</dd>
      </div>
      <div className={styles['part']}>
        <dt>{t('balance.frozen')}</dt>
        <dd data-held={isPositive(frozen)}>{exact(frozen, hideBalances)}</dd>
      </div>
      {isPositive(escrow) ? (
        <div className={styles['part']}>
          <dt>{t('balance.escrow')}</dt>
          <dd data-held>{exact(escrow, hideBalances)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

/** What holds the frozen part of one balance, and what is in escrow. */
export function Holds({ balance }: { readonly balance: WireBalance }) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const { account, currency, frozen, escrow } = balance;
  const { data, error, refetch } = useBalanceDetail(account, currency.id);
  if (!isPositive(frozen) && !isPositive(escrow)) return null;
  return (
    <section className="mt-4">
      <h3 className={styles['heading']}>{t('holds.title')}</h3>
      {data ? <HoldsList holds={data.holds} code={currency.code} masked={hideBalances} /> : null}
      {data ? null : <Pending error={error} onRetry={refetch} shape={<Skeleton height={54} radius={12} />} />}
      {data?.holds.some(({ kind }) => kind === 'order') ? (
        <Link className={styles['link']} to={paths.trade.getHref()}>
          {t('holds.open')}
          <ChevronRight size={15} aria-hidden="true" />
        </Link>
      ) : null}
      {data?.holds.some(({ kind }) => kind === 'position' || kind === 'position_order') ? (
        <Link className={styles['link']} to={paths.contract.getHref()}>
          {t('holds.openPositions')}
          <ChevronRight size={15} aria-hidden="true" />
        </Link>
      ) : null}
      {data?.holds.some(({ kind }) => kind === 'option') ? (
        <Link className={styles['link']} to={paths.option.getHref()}>
          {t('holds.openOptions')}
          <ChevronRight size={15} aria-hidden="true" />
        </Link>
      ) : null}
      {data?.holds.some(({ kind }) => kind === 'trust') ? (
        <Link className={styles['link']} to={paths.trustOrders.getHref()}>
          {t('holds.openDeposits')}
          <ChevronRight size={15} aria-hidden="true" />
        </Link>
      ) : null}
    </section>
  );
}

/** Everything about one currency in one account: figures, what holds it, its latest changes, what to do with it. */
export function BalanceSheet({
  balance,
  tradeHref,
  onClose,
}: {
  readonly balance: WireBalance;
  /** Where this currency is traded. */
  readonly tradeHref: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { hideBalances, valuation } = useSettings();
  const { account, currency, total, available, frozen, escrow } = balance;
  return (
    <Sheet
      open
      onClose={onClose}
      title={`${currency.code} · ${t(`account.${account}`)}`}
      footer={
        <>
          <ButtonLink tone="quiet" to={paths.transfer.getHref({ currency: currency.id, from: account })}>
            {t('action.transfer')}
          </ButtonLink>
          <ButtonLink to={tradeHref}>{t('action.trade')}</ButtonLink>
        </>
      }
    >
      <div className={styles['total']}>
        <span className={styles['number']}>{exact(total, hideBalances)}</span>
        <Worth
          className={styles['quiet']}
          value={worthIn(balance, valuation)}
          valuation={valuation}
          masked={hideBalances}
        />
      </div>
      <AvailableFrozen available={available} frozen={frozen} escrow={escrow} />
      <Holds balance={balance} />
      <div className="mt-4">
        <LatestChanges account={account} currencyId={currency.id} />
      </div>
    </Sheet>
  );
}
