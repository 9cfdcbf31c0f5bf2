import { ArrowRightLeft } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { compareDecimals, isPositive } from '#lib/decimal.ts';
import { movingFunds } from '#lib/move-funds.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { formatAmount } from '#ui/format.ts';
import { showRefusal, showToast } from '#ui/toast.ts';
import { quickAmounts } from '../model/ticket.ts';
import { refreshFunds, usePayable } from '../api/options.ts';
import styles from './fund-offer.module.css';
import { useAvailable } from '#realtime/use-available.ts';

/** Shown while the option account has less than the stake: transfers it from spot in one tap. */
export function FundOffer({
  marketId,
  currencyId,
  stake,
  transferHref,
  depositHref,
}: {
  readonly marketId: number;
  readonly currencyId: number;
  readonly stake: string | undefined;
  readonly transferHref: string;
  readonly depositHref: string;
}) {
  const { t } = useTranslation('option');
  const client = useQueryClient();
  const { data: payable } = usePayable(marketId);
  const held = payable?.find(({ currency_id }) => currency_id === currencyId);
  const available = useAvailable('option', currencyId) ?? held?.available;
  const spot = useAvailable('spot', currencyId) ?? held?.spot_available;
  // Without an amount, the largest quick amount.
  const wanted = stake ?? (held && (quickAmounts(held).at(-1) ?? held.min_stake)) ?? '0';
  const amount = spot !== undefined && compareDecimals(wanted, spot) > 0 ? spot : wanted;
  const written = `${formatAmount(amount)} ${held?.currency ?? ''}`;
  const { busy, submit } = useSubmit(movingFunds, {
    onDone() {
      showToast(t('ticket.moved', { amount: written }), 'good');
      void refreshFunds(client);
    },
    onFailed: showRefusal,
  });
  if (!held || available === undefined || spot === undefined) return null;
  if (isPositive(available) && (stake === undefined || compareDecimals(stake, available) <= 0)) return null;
  return (
    <div className={styles['offer']}>
      {isPositive(available) ? null : <p className="lead">{t('ticket.empty')}</p>}
      {isPositive(spot) ? (
        <div className={styles['ways']}>
          <Button
            size="small"
            tone="quiet"
            className={styles['move']}
            busy={busy}
            icon={<ArrowRightLeft size={16} aria-hidden="true" />}
            onClick={() => void submit({ from: 'spot', to: 'option', currency_id: currencyId, amount })}
          >
            {t('ticket.move', { amount: written })}
          </Button>
          <Link to={transferHref} className="text-link">
            {t('ticket.moveOther')}
          </Link>
        </div>
      ) : (
        <div className={styles['ways']}>
          <span className="lead">{t('ticket.nothingToMove', { currency: held.currency })}</span>
          <Link to={depositHref} className="text-link">
            {t('ticket.deposit')}
          </Link>
        </div>
      )}
    </div>
  );
}
