import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireArrival, WireDeposit } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import form from '#ui/form.module.css';
import { HelpLink } from '#ui/help-link.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { StatePill } from '#ui/state-pill.tsx';
import { Timeline } from '#ui/timeline.tsx';
import { pillOf, progressOf, toneOf } from '../model/progress.ts';
import { ReversalPart } from './reversal.tsx';

function Transaction({ id, url }: { readonly id: string; readonly url: string | null }) {
  const { t } = useTranslation('deposit');
  return (
    <>
      <CopyBox label={t('charge.transaction')} text={id} />
      {url === null ? null : (
        <a className={form['link']} href={url} target="_blank" rel="noreferrer">
          <ExternalLink size={15} aria-hidden="true" />
          {t('explorer')}
        </a>
      )}
    </>
  );
}

/** One deposit: its progress, why it stopped, and remarks about it. */
export function DepositSheet({
  deposit,
  picture,
  onClose,
}: {
  readonly deposit: WireDeposit;
  /** The voucher, if there is one. */
  readonly picture: ReactNode;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('deposit');
  const { currency, paid_amount: paid, paid_currency: money, rate } = deposit;
  const pill = pillOf(deposit.state, deposit.reversal);
  return (
    <Sheet open onClose={onClose} title={t('records.one', { id: deposit.deposit_id })}>
      <div className="stack-4 cols-1">
        <div className={form['headline']}>
          <b>
            +{formatDecimal(deposit.amount)} {currency}
          </b>
          <StatePill tone={toneOf(pill)}>{t(`state.${pill}`)}</StatePill>
        </div>
        {deposit.reason === null ? null : (
          <p className={form['error']}>{t('records.reason', { reason: deposit.reason })}</p>
        )}
        <Timeline
          label={t('records.progress')}
          steps={progressOf(deposit).map(({ step, state, atMs }) => ({
            key: step,
            title: t(`step.${step}`),
            detail: atMs === null ? undefined : formatDate(atMs),
            state,
          }))}
        />
        {deposit.reversal === null ? null : <ReversalPart deposit={deposit} reversal={deposit.reversal} />}
        <KeyValues className="sums">
          <KeyValue label={t('network')}>{deposit.network ?? t('bank')}</KeyValue>
          {paid === null || money === null ? null : (
            <KeyValue label={t('charge.amount')}>
              {formatDecimal(paid)} {money}
            </KeyValue>
          )}
          {rate === null || money === null ? null : (
            <KeyValue label={t('rate')}>
              1 USDT = {formatDecimal(rate)} {money}
            </KeyValue>
          )}
        </KeyValues>
        {deposit.address === null ? null : <CopyBox label={t('address')} text={deposit.address} />}
        {deposit.memo === null ? null : <CopyBox label={t('memo')} text={deposit.memo} />}
        {deposit.transaction_id === null ? null : (
          <Transaction id={deposit.transaction_id} url={deposit.explorer_url} />
        )}
        {picture}
        <HelpLink about="deposit" id={deposit.deposit_id} />
      </div>
    </Sheet>
  );
}

/** A pending transfer: its confirmations, or why it is not credited. */
export function ArrivalSheet({
  arrival,
  onClose,
}: {
  readonly arrival: WireArrival;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('deposit');
  return (
    <Sheet open onClose={onClose} title={t('records.arriving')}>
      <div className="stack-4 cols-1">
        <div className={form['headline']}>
          <b>
            +{formatDecimal(arrival.amount)} {arrival.currency}
          </b>
          <StatePill tone={toneOf(arrival.state)}>{t(`state.${arrival.state}`)}</StatePill>
        </div>
        <KeyValues className="sums">
          <KeyValue label={t('network')}>{arrival.network}</KeyValue>
          <KeyValue label={t('confirmations')}>
            {arrival.confirmations} / {arrival.confirmations_needed}
          </KeyValue>
        </KeyValues>
        {arrival.state === 'below_minimum' ? <p className="note">{t('minimumText')}</p> : null}
        <CopyBox label={t('address')} text={arrival.address} />
        <Transaction id={arrival.transaction_id} url={arrival.explorer_url} />
      </div>
    </Sheet>
  );
}
