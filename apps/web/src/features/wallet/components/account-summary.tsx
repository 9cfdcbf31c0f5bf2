import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { useValuation } from '#realtime/use-valuation.ts';
import { Skeleton } from '#ui/states.tsx';
import { Worth } from '#ui/worth.tsx';
import { isPositive } from '#lib/decimal.ts';
import { splitWorth, WORTH_PARTS, type Account, type AccountView } from '../model/wallet.ts';
import styles from './account-summary.module.css';
import { Total } from './total.tsx';

/** One account's total, and how much of it is available. */
export function AccountSummary({
  account,
  view,
  onChooseValuation,
}: {
  readonly account: Account;
  /** Undefined while loading. */
  readonly view: AccountView | undefined;
  readonly onChooseValuation: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const valuation = useValuation();
  const split = view && splitWorth(view, valuation.base);
  return (
    <div className="stack-4">
      <Total
        label={t('total.account', { account: t(`account.${account}`) })}
        usdt={view?.total_usdt}
        btc={view?.total_btc}
        pending={!view}
        onChooseValuation={onChooseValuation}
      />
      <dl className={`${styles['parts']} raised`}>
        {WORTH_PARTS.filter(part => part !== 'escrow' || isPositive(split?.escrow ?? '')).map(part => (
          <div key={part}>
            <dt>{t(`balance.${part}`)}</dt>
            <dd data-held={part !== 'available' && isPositive(split?.[part] ?? '')}>
              {split ? (
                <Worth value={split[part]} valuation={valuation} masked={hideBalances} />
              ) : (
                <Skeleton width={96} height={14} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
