import { useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { BeforeAfter } from '#ui/before-after.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal, formatPercent, formatPrice, UNKNOWN } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { contractUnits } from '../model/contract.ts';
import { mostAt } from '../model/figures.ts';
import type { TicketSummary } from '../model/summary.ts';
import { LeverageInput } from './leverage-input.tsx';
import styles from './leverage-sheet.module.css';
import { useExactMoney } from './ticket-preview.tsx';

function Picker({
  contract,
  current,
  summaryAt,
  onUse,
  onClose,
}: {
  readonly contract: WireContract;
  readonly current: number;
  readonly summaryAt: (leverage: number) => TicketSummary;
  readonly onUse: (leverage: number) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const { multiples, quote } = contract;
  const [chosen, setChosen] = useState(current);
  const before = summaryAt(current);
  const after = summaryAt(chosen);
  const units = contractUnits(contract);
  const liquidation = (summary: TicketSummary) =>
    summary.liquidation === null
      ? UNKNOWN
      : `${formatPrice(summary.liquidation.price, units.priceDecimals)} (${formatPercent(
          summary.liquidationPercent,
          { decimals: 1, minDecimals: 1 },
        )})`;
  const most = mostAt(contract, chosen);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('leverage.title')}
      footer={
        <Button
          block
          onClick={() => {
            onUse(chosen);
            onClose();
          }}
        >
          {t('leverage.use', { multiple: `${chosen}×` })}
        </Button>
      }
    >
      <LeverageInput shortcuts={multiples} most={multiples.at(-1) ?? 1} value={chosen} onChange={setChosen} />
      <p className={styles['limit']}>
        {t('leverage.upTo', {
          multiple: `${chosen}×`,
          value: `${formatDecimal(most)} ${quote.code}`,
        })}
      </p>
      {before.lots === null || before.marginMinor === null ? null : (
        <div className={styles['changes']}>
          <p className="note">{t('leverage.ofPosition', { lots: formatDecimal(String(before.lots)) })}</p>
          <KeyValues>
            <KeyValue label={t('preview.margin')}>
              <BeforeAfter before={money(before.marginMinor)} after={money(after.marginMinor)} />
            </KeyValue>
            <KeyValue label={t('preview.liquidation')}>
              <BeforeAfter before={liquidation(before)} after={liquidation(after)} />
            </KeyValue>
            <KeyValue label={t('preview.worst')}>
              <BeforeAfter before={money(before.worstMinor)} after={money(after.worstMinor)} />
            </KeyValue>
          </KeyValues>
        </div>
      )}
      <p className={styles['note']}>{t('leverage.explain')}</p>
    </Sheet>
  );
}

/** Chooses the leverage of the next position, and shows its limits and effects. */
export function LeverageSheet({ open, ...rest }: { readonly open: boolean } & Parameters<typeof Picker>[0]) {
  return open ? <Picker {...rest} /> : null;
}
