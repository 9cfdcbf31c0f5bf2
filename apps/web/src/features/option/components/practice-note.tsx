import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { compareDecimals, isPositive } from '#lib/decimal.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Confirm } from '#ui/confirm.tsx';
import { formatAmount } from '#ui/format.ts';
import { showRefusal, showToast } from '#ui/toast.ts';
import { resetPractice, usePractice } from '../api/options.ts';
import { PracticeMark } from './mode-switch.tsx';
import styles from './practice-note.module.css';

/** Explains that this is play money, and offers a refill when it is used up. */
export function PracticeNote({ currencyId }: { readonly currencyId: number }) {
  const { t } = useTranslation('option');
  const client = useQueryClient();
  const { data } = usePractice(true);
  const [asking, setAsking] = useState(false);
  const balance = data?.find(({ currency_id }) => currency_id === currencyId);
  const start = balance ? `${formatAmount(balance.start)} ${balance.currency}` : '';
  const { busy, submit } = useSubmit(() => resetPractice(client, currencyId), {
    onDone() {
      showToast(t('practice.resetDone', { amount: start }), 'good');
      setAsking(false);
    },
    onFailed: showRefusal,
  });
  return (
    <div className={styles['note']}>
      <PracticeMark />
      <span className={styles['text']}>{t('practice.text')}</span>
      {balance && compareDecimals(balance.available, balance.start) < 0 ? (
        <button
          type="button"
          className={styles['reset']}
          disabled={busy}
          onClick={() => (isPositive(balance.available) ? setAsking(true) : submit())}
        >
          {isPositive(balance.available) ? t('practice.reset') : t('practice.take', { amount: start })}
        </button>
      ) : null}
      <Confirm
        open={asking}
        title={t('practice.resetTitle')}
        confirmLabel={t('practice.reset')}
        busy={busy}
        onConfirm={submit}
        onClose={() => setAsking(false)}
      >
        {t('practice.resetText', { amount: start })}
      </Confirm>
    </div>
  );
}
