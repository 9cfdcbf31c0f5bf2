import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { WireBalance } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { isPositive } from '#lib/decimal.ts';
import { useSettings } from '#lib/settings.ts';
import { useValuation } from '#realtime/use-valuation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { Worth } from '#ui/worth.tsx';
import { useBalanceDetail } from '../api/use-wallet.ts';
import type { Holding } from '../model/balances.ts';
import { worthIn, type Account } from '../model/wallet.ts';
import styles from './balance-sheet.module.css';
import { HoldsList } from './holds-list.tsx';
import { LatestChanges } from './latest-changes.tsx';
import { exact } from './exact.ts';

const HOLD_LINKS = [
  { key: 'open', kinds: ['order'], to: paths.trade },
  { key: 'openPositions', kinds: ['position', 'position_order'], to: paths.contract },
  { key: 'openOptions', kinds: ['option'], to: paths.option },
  { key: 'openDeposits', kinds: ['trust'], to: paths.trustOrders },
] as const;

/** Available and frozen amounts, and escrow if there is any. */
function AvailableFrozen({ available, frozen, escrow }: Holding) {
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

/** The holds behind the frozen part of one balance, and its escrow. */
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
      {HOLD_LINKS.filter(({ kinds }) => data?.holds.some(({ kind }) => kinds.some(one => one === kind))).map(
        ({ key, to }) => (
          <Link key={key} className={styles['link']} to={to.getHref()}>
            {t(`holds.${key}`)}
            <ChevronRight size={15} aria-hidden="true" />
          </Link>
        ),
      )}
    </section>
  );
}

/** A sheet about one currency: amount, available part and actions. */
export function CurrencySheet({
  holding,
  name,
  transferFrom,
  tradeHref,
  onClose,
  children,
}: {
  readonly holding: Holding;
  readonly name: string;
  readonly transferFrom?: Account;
  /** The trading page of this currency. */
  readonly tradeHref: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const valuation = useValuation();
  const { currency, total } = holding;
  return (
    <Sheet
      open
      onClose={onClose}
      title={`${currency.code} · ${name}`}
      footer={
        <>
          <ButtonLink tone="quiet" to={paths.transfer.getHref({ currency: currency.id, from: transferFrom })}>
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
          value={worthIn(holding, valuation.base)}
          valuation={valuation}
          masked={hideBalances}
        />
      </div>
      <AvailableFrozen {...holding} />
      {children}
    </Sheet>
  );
}

/** One currency in one account: figures, holds, latest changes and actions. */
export function BalanceSheet({
  balance,
  tradeHref,
  onClose,
}: {
  readonly balance: WireBalance;
  readonly tradeHref: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { account, currency } = balance;
  return (
    <CurrencySheet
      holding={balance}
      name={t(`account.${account}`)}
      transferFrom={account}
      tradeHref={tradeHref}
      onClose={onClose}
    >
      <Holds balance={balance} />
      <div className="mt-4">
        <LatestChanges account={account} currencyId={currency.id} />
      </div>
    </CurrencySheet>
  );
}
