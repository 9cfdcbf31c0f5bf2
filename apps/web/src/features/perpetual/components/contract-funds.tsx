import { ArrowRightLeft } from 'lucide-react';
import { type ReactNode } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { compareDecimals, isPositive } from '#lib/decimal.ts';
import { movingFunds } from '#lib/move-funds.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { useAvailable } from '#realtime/use-available.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { formatAmount } from '#ui/format.ts';
import { showToast, toastFailure } from '#ui/toast.ts';
import styles from './contract-funds.module.css';

/** The most that one tap transfers: enough for a first position. */
const USUAL = '1000';

/** Offers a first transfer while the contract account is empty and there is no position. */
export function ContractFunds({
  contract,
  otherwise,
}: {
  readonly contract: WireContract;
  /** Shown when the spot account is empty too: how to get funds. */
  readonly otherwise: ReactNode;
}) {
  const { t } = useTranslation('perpetual');
  const { quote } = contract;
  const spot = useAvailable('spot', quote.id);
  const money = (amount: string) => `${formatAmount(amount, quote.display_decimals)} ${quote.code}`;
  const { busy, submit } = useSubmit(movingFunds, {
    onDone: (_result, { amount }) =>
      showToast(t('funds.moved', { amount: `${formatAmount(amount, 2)} USDT` }), 'good'),
    onFailed: toastFailure(t('sent.unsure')),
  });
  if (spot === undefined) return null;
  if (!isPositive(spot)) {
    return (
      <div className="stack-2 mb-3">
        <p className="lead">{t('funds.none')}</p>
        {otherwise}
      </div>
    );
  }
  const hasMore = compareDecimals(spot, USUAL) > 0;
  const move = (amount: string) =>
    void submit({ from: 'spot', to: 'contract', currency_id: quote.id, amount });
  return (
    <section className={cx(styles['card'], 'raised')} aria-label={t('funds.title')}>
      <h2 className="text-14 leading-22">{t('funds.title')}</h2>
      <p className="lead">{t('funds.text', { amount: money(spot) })}</p>
      <div className="flex-2 wrap mt-3">
        {hasMore ? (
          <Button
            size="small"
            busy={busy}
            icon={<ArrowRightLeft size={16} aria-hidden="true" />}
            onClick={() => move(USUAL)}
          >
            {t('funds.move', { amount: `${formatAmount(USUAL, 0)} ${quote.code}` })}
          </Button>
        ) : null}
        <Button size="small" tone={hasMore ? 'quiet' : 'main'} busy={busy} onClick={() => move(spot)}>
          {t('funds.moveAll')}
        </Button>
      </div>
    </section>
  );
}
