import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal, formatPrice, UNKNOWN } from '#ui/format.ts';
import type { OffsetPreview } from '../model/close.ts';
import type { ClosePreview } from '../model/close-preview.ts';
import { contractUnits } from '../model/contract.ts';
import { useExactMoney } from './ticket-preview.tsx';

/** A profit or loss in its colour; a dash while unknown. */
export function Gain({
  contract,
  minor,
}: {
  readonly contract: WireContract;
  readonly minor: bigint | null;
}) {
  const money = useExactMoney(contract);
  const tone = minor === null || minor === 0n ? undefined : minor > 0n ? 'up' : 'down';
  return <span className={tone}>{money(minor, true)}</span>;
}

/** The result of closing, shown above the button. */
export function CloseSums({
  contract,
  preview,
  offset,
  other,
  left,
}: {
  readonly contract: WireContract;
  readonly preview: ClosePreview | null;
  /** Used instead of `preview` when two positions close against each other. */
  readonly offset: OffsetPreview | null;
  readonly other: WirePosition | undefined;
  /** Lots that remain open. */
  readonly left: bigint;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const sums = other ? offset : preview;
  const { priceDecimals } = contractUnits(contract);
  return (
    <KeyValues className="sums mt-2">
      <KeyValue label={other ? t('position.mark') : t('close.expect')}>
        {sums?.price ? `${formatPrice(sums.price, priceDecimals)} ${contract.quote.code}` : UNKNOWN}
      </KeyValue>
      <KeyValue label={t('preview.fee')}>{money(other ? 0n : (preview?.feeMinor ?? null))}</KeyValue>
      <KeyValue label={t('close.result')}>
        <Gain contract={contract} minor={sums?.resultMinor ?? null} />
      </KeyValue>
      {other ? (
        <KeyValue label={t('close.otherResult')}>
          <Gain contract={contract} minor={offset?.otherResultMinor ?? null} />
        </KeyValue>
      ) : null}
      <KeyValue label={t('close.total')}>
        <Gain contract={contract} minor={sums?.totalMinor ?? null} />
      </KeyValue>
      <KeyValue label={t('close.returned')} strong>
        {money(sums?.returnedMinor ?? null)}
      </KeyValue>
      <KeyValue label={t('close.remains')}>
        {t('position.lots', { lots: formatDecimal(String(left > 0n ? left : 0n)) })}
      </KeyValue>
    </KeyValues>
  );
}
