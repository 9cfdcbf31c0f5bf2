import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { BeforeAfter } from '#ui/before-after.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal, formatPercent, formatPrice, UNKNOWN } from '#ui/format.ts';
import { RangeInput } from '#ui/range-input.tsx';
import { Chips } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { contractUnits } from '../model/contract.ts';
import { mostAt } from '../model/figures.ts';
import type { TicketSummary } from '../model/summary.ts';
import styles from './leverage-sheet.module.css';
import { useExactMoney } from './ticket-preview.tsx';

/** The most common values, as chips. The slider has all of them. */
const CHIPS = 6;

function chipsOf(leverages: readonly number[]): readonly number[] {
  if (leverages.length <= CHIPS) return leverages;
  const step = (leverages.length - 1) / (CHIPS - 1);
  return Array.from({ length: CHIPS }, (_, index) => leverages[Math.round(index * step)] ?? 1);
}

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
  const index = Math.max(0, multiples.indexOf(chosen));
  const at = (next: number) => setChosen(multiples[next] ?? chosen);
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
      <div className={styles['head']}>
        <button
          type="button"
          className={styles['step']}
          aria-label={t('leverage.less')}
          disabled={index === 0}
          onClick={() => at(index - 1)}
        >
          <Minus size={18} aria-hidden="true" />
        </button>
        <output className={styles['number']}>{chosen}×</output>
        <button
          type="button"
          className={styles['step']}
          aria-label={t('leverage.more')}
          disabled={index === multiples.length - 1}
          onClick={() => at(index + 1)}
        >
          <Plus size={18} aria-hidden="true" />
        </button>
      </div>
      <RangeInput
        max={multiples.length - 1}
        value={index}
        aria-label={t('leverage.title')}
        aria-valuetext={`${chosen}×`}
        onChange={at}
      />
      <Chips
        label={t('leverage.list')}
        value={String(chosen)}
        onChange={value => setChosen(multiples.find(one => String(one) === value) ?? chosen)}
        choices={chipsOf(multiples).map(one => ({ value: String(one), label: `${one}×` }))}
      />
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
