import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatAmount, formatPercent, UNKNOWN } from '#ui/format.ts';
import { useFreshCrossAccount } from '../api/margin-type.ts';
import { useOpenPositions } from '../api/perpetual.ts';
import { useContractBalance } from './use-ticket.ts';

/** The margin rate of the account that carries cross positions; nothing while no contract is set to cross. */
export function AccountRate({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const positions = useOpenPositions();
  const held = [...(positions?.values() ?? [])].map(one => `${one.position_id}:${one.holding_lots}`);
  const account = useFreshCrossAccount(contract.market_id, useContractBalance(contract), held);
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
      <p className="note">{t('marginType.free', { amount: money(account.free) })}</p>
    </section>
  );
}
