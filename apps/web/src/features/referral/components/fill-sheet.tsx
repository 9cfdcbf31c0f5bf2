import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import type { RebateOf } from '../api/referral.ts';
import { MaskedName } from './masked-name.tsx';
import { useExact } from './rebate-amounts.tsx';

/** A rebate with its fill and fee, the ledger posting of both, and whether it was paid. */
export function FillSheet({
  fill,
  onClose,
}: {
  readonly fill: RebateOf<'fill'>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('referral');
  const exact = useExact();
  const { currency } = fill;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('fill.title')}
      footer={
        fill.settled ? (
          <ButtonLink to={paths.records.getHref({ account: 'spot' })} block tone="quiet">
            {t('fill.records')}
          </ButtonLink>
        ) : undefined
      }
    >
      <div className="stack-4 cols-1">
        <KeyValues>
          <KeyValue label={t('fill.amount')} strong>
            {exact(fill.amount, currency)}
          </KeyValue>
          <KeyValue label={t('fill.fee')}>{exact(fill.fee, currency)}</KeyValue>
          <KeyValue label={t('fill.ratio')}>{formatDecimal(fill.ratio_percent)}%</KeyValue>
          <KeyValue label={t('fill.person')}>
            <MaskedName>{fill.person}</MaskedName>
          </KeyValue>
          <KeyValue label={t('fill.level')}>{fill.level}</KeyValue>
          <KeyValue label={t('fill.trade')}>{t(`fill.${fill.line}`, { id: fill.trade_id })}</KeyValue>
          <KeyValue label={t('fill.posting')}>{fill.posting_id}</KeyValue>
          <KeyValue label={t('fill.state')}>
            {fill.settled ? t('summary.settled') : t('summary.pending')}
          </KeyValue>
          <KeyValue label={t('fill.time')}>{formatDate(fill.at_ms)}</KeyValue>
        </KeyValues>
        <p className="note">{t('fill.note')}</p>
      </div>
    </Sheet>
  );
}
