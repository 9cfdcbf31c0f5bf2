import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatAmount, formatPercent, UNKNOWN } from '#ui/format.ts';
import { useCrossAccount } from '../api/margin-type.ts';

/** The margin rate of the account that carries cross positions; nothing while no contract is set to cross. */
export function AccountRate({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const account = useCrossAccount(contract.market_id);
  if (account === undefined) return null;
  const { quote } = contract;
  const money = (amount: string) => `${formatAmount(amount, quote.display_decimals)} ${quote.code}`;
  const rate = account.margin_ratio_percent;
  return (
    <section className="stack-2 mb-3" aria-label={t('marginType.rate')}>
      <p className="row-2 between">
        <span className="quiet text-13">{t('marginType.rate')}</span>
        <span className="weight-650" data-figure="account-rate">
          {rate === null ? UNKNOWN : formatPercent(rate, { sign: 'never' })}
        </span>
      </p>
      <p className="note">
        {t('marginType.rateText', {
          equity: money(account.equity),
          maintenance: money(account.maintenance_margin),
        })}
      </p>
    </section>
  );
}
