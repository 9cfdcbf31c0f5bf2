import { ArrowDownUp, ChartCandlestick, ShieldCheck, Timer, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { useValuation } from '#realtime/use-valuation.ts';
import { Skeleton } from '#ui/states.tsx';
import { formatPrice } from '#ui/format.ts';
import { worthText } from '#ui/worth-text.ts';
import { accountShare, percentOf } from '../model/balances.ts';
import { ACCOUNTS, totalIn, type Account, type WalletView } from '../model/wallet.ts';
import styles from './account-cards.module.css';

export const ACCOUNT_ICONS: Readonly<Record<Account, LucideIcon>> = {
  spot: ArrowDownUp,
  option: Timer,
  contract: ChartCandlestick,
  trust: ShieldCheck,
};

function AccountCard({
  account,
  wallet,
}: {
  readonly account: Account;
  readonly wallet: WalletView | undefined;
}) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const valuation = useValuation();
  const Icon = ACCOUNT_ICONS[account];
  const view = wallet?.accounts.find(one => one.account === account);
  const share = wallet && accountShare(wallet, account);
  const percent = share === undefined ? undefined : formatPrice(percentOf(share), 1);
  return (
    <Link to={paths.tradeAccount.getHref({ account })} className={`${styles['card']} raised`}>
      <span className={styles['name']}>
        <Icon size={16} strokeWidth={1.8} aria-hidden="true" />
        <span className="grow">{t(`account.${account}`)}</span>
        <span className={styles['share']}>{percent === undefined ? null : `${percent}%`}</span>
      </span>
      <span className={styles['total']}>
        {wallet ? (
          <>
            {hideBalances ? '••••' : worthText(view && totalIn(view, valuation.base), valuation)}
            <span className={styles['unit']}> {valuation.code}</span>
          </>
        ) : (
          <Skeleton width={96} height={18} />
        )}
      </span>
      <span className={styles['bar']} aria-hidden="true">
        <span style={{ width: `${(share ?? 0) / 10}%` }} />
      </span>
      <span className={styles['text']}>{t(`accountText.${account}`)}</span>
    </Link>
  );
}

/** The four accounts with their totals. */
export function AccountCards({ wallet }: { readonly wallet: WalletView | undefined }) {
  return (
    <div className={styles['cards']}>
      {ACCOUNTS.map(account => (
        <AccountCard key={account} account={account} wallet={wallet} />
      ))}
    </div>
  );
}
