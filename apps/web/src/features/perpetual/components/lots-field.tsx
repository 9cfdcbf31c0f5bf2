import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatLots } from '#lib/market-units.ts';
import { formatAmount, formatDecimal } from '#ui/format.ts';
import { TicketField } from '#ui/ticket-field.tsx';
import { contractUnits } from '../model/contract.ts';
import styles from './lots-field.module.css';

/** A whole number of lots with step buttons, and their amount in coins and money below. */
export function LotsField({
  contract,
  label,
  value,
  lots,
  valueMinor,
  wrong,
  onChange,
  onStep,
  onClear,
}: {
  readonly contract: WireContract;
  readonly label: string;
  readonly value: string;
  /** The typed number; null if it is not one. */
  readonly lots: bigint | null;
  readonly valueMinor: bigint | null;
  readonly wrong: boolean;
  readonly onChange: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClear?: (() => void) | undefined;
}) {
  const { t } = useTranslation('perpetual');
  const { base, quote } = contract;
  const quantity = (count: bigint) =>
    `${formatDecimal(formatLots(count, contractUnits(contract)))} ${base.code}`;
  const hint =
    lots === null
      ? t('ticket.lotHint', { size: quantity(1n) })
      : valueMinor === null
        ? quantity(lots)
        : t('ticket.sizeHint', {
            quantity: quantity(lots),
            value: `${formatAmount(formatMinor(valueMinor, quote.decimals), quote.display_decimals)} ${quote.code}`,
          });
  return (
    <div>
      <TicketField
        label={label}
        name="lots"
        value={value}
        onChange={onChange}
        decimals={0}
        unit=""
        wrong={wrong}
        onStep={onStep}
        onClear={onClear && { label: t('ticket.clear'), run: onClear }}
      />
      <p className={styles['hint']}>{hint}</p>
    </div>
  );
}
