import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { WireWithdrawal } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { FormError } from '#ui/form-error.tsx';
import styles from '#ui/form.module.css';
import { StatePill } from '#ui/state-pill.tsx';
import { Timeline } from '#ui/timeline.tsx';
import { showToast } from '#ui/toast.ts';
import { cancelWithdrawal } from '../api/withdrawal.ts';
import { progressOf, toneOf } from '../model/progress.ts';

/** One withdrawal: its progress, why it stopped, and a button to cancel it while possible. */
export function WithdrawalDetail({ withdrawal }: { readonly withdrawal: WireWithdrawal }) {
  const { t } = useTranslation('withdrawal');
  const { currency, state } = withdrawal;
  return (
    <div className="stack-4 cols-1">
      <div className={styles['headline']}>
        <b>
          −{formatDecimal(withdrawal.amount)} {currency}
        </b>
        <StatePill tone={toneOf(state)}>{t(`state.${state}`)}</StatePill>
      </div>
      {withdrawal.reason === null ? null : (
        <p className={styles['error']}>{t('detail.reason', { reason: withdrawal.reason })}</p>
      )}
      {withdrawal.payouts_wait ? <p className={styles['warning']}>{t('detail.payoutsWait')}</p> : null}
      <Card>
        <Timeline
          label={t('detail.progress')}
          steps={progressOf(withdrawal).map(progress => ({
            key: progress.step,
            title: t(`step.${progress.step}`),
            detail: progress.atMs === null ? undefined : formatDate(progress.atMs),
            state: progress.state,
          }))}
        />
      </Card>
      <KeyValues className="sums">
        {withdrawal.network === null ? null : <KeyValue label={t('network')}>{withdrawal.network}</KeyValue>}
        <KeyValue label={t('fee')}>
          {formatDecimal(withdrawal.fee)} {currency}
        </KeyValue>
        {withdrawal.rate === null ? null : (
          <KeyValue label={t('rate')}>
            1 USDT = {formatDecimal(withdrawal.rate)} {withdrawal.receive_currency}
          </KeyValue>
        )}
        <KeyValue label={t('receive')} strong>
          {formatDecimal(withdrawal.receive)} {withdrawal.receive_currency}
        </KeyValue>
        {withdrawal.remark === null ? null : (
          <KeyValue label={t('detail.remark')}>{withdrawal.remark}</KeyValue>
        )}
      </KeyValues>
      {withdrawal.bank_card === null ? null : <CopyBox label={t('card.one')} text={withdrawal.bank_card} />}
      {withdrawal.address === null ? null : (
        <CopyBox label={withdrawal.address_label || t('address.one')} text={withdrawal.address} />
      )}
      {withdrawal.memo === null ? null : <CopyBox label={t('address.memo')} text={withdrawal.memo} />}
      {withdrawal.transaction_id === null ? null : (
        <CopyBox label={t('detail.transaction')} text={withdrawal.transaction_id} />
      )}
      {withdrawal.explorer_url === null ? null : (
        <a className={styles['link']} href={withdrawal.explorer_url} target="_blank" rel="noreferrer">
          <ExternalLink size={15} aria-hidden="true" />
          {t('detail.explorer')}
        </a>
      )}
      {withdrawal.can_cancel ? <CancelButton withdrawal={withdrawal} /> : null}
    </div>
  );
}

function CancelButton({ withdrawal }: { readonly withdrawal: WireWithdrawal }) {
  const { t } = useTranslation('withdrawal');
  const [asking, setAsking] = useState(false);
  const { busy, error, submit } = useSubmit(async () => {
    await cancelWithdrawal(withdrawal.withdrawal_id);
    showToast(t('cancel.done'), 'good');
  });
  return (
    <>
      <FormError error={error} />
      <Button block tone="quiet" busy={busy} onClick={() => setAsking(true)}>
        {t('cancel.button')}
      </Button>
      <Confirm
        open={asking}
        title={t('cancel.title')}
        confirmLabel={t('cancel.button')}
        cancelLabel={t('cancel.keep')}
        tone="danger"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void submit();
        }}
      >
        {t('cancel.text', { amount: formatDecimal(withdrawal.amount), currency: withdrawal.currency })}
      </Confirm>
    </>
  );
}
