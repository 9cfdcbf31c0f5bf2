import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatPercent, formatPrice } from '#ui/format.ts';
import { TicketField } from '#ui/ticket-field.tsx';
import { contractUnits } from '../model/contract.ts';
import { stopDecimals, type StopKind } from '../model/stops.ts';
import type { StopOutcome } from '../model/summary.ts';
import { STOP_UNITS, type Stops, type StopUnit } from '../model/ticket.ts';
import styles from './stops-fields.module.css';
import { useMoney } from './ticket-preview.tsx';

function Outcome({
  contract,
  outcome,
  unit,
}: {
  readonly contract: WireContract;
  readonly outcome: StopOutcome | null;
  readonly unit: StopUnit;
}) {
  const { t } = useTranslation('perpetual');
  const money = useMoney(contract);
  if (!outcome) return <p className={styles['outcome']} />;
  const price = formatPrice(outcome.price, contractUnits(contract).priceDecimals);
  const tone = outcome.resultMinor > 0n ? 'up' : outcome.resultMinor < 0n ? 'down' : undefined;
  return (
    <p className={styles['outcome']}>
      {unit === 'price' ? null : <span>{t('stops.atPrice', { price })} · </span>}
      <span className={tone}>
        {t('stops.result', {
          amount: money(outcome.resultMinor, true),
          percent: formatPercent(outcome.percent, { decimals: 1, minDecimals: 1 }),
        })}
      </span>
    </p>
  );
}

/** Take-profit and stop-loss, as a price or a percentage, with the result of each after fees. */
export function StopsFields({
  contract,
  stops,
  takeProfit,
  stopLoss,
  wrong,
  onUnit,
  onTyped,
}: {
  readonly contract: WireContract;
  readonly stops: Stops;
  readonly takeProfit: StopOutcome | null;
  readonly stopLoss: StopOutcome | null;
  readonly wrong: (kind: StopKind) => boolean;
  readonly onUnit: (unit: StopUnit) => void;
  readonly onTyped: (kind: StopKind, text: string) => void;
}) {
  const { t } = useTranslation('perpetual');
  const units = contractUnits(contract);
  const outcomes = { takeProfit, stopLoss };
  return (
    <div className="stack-1">
      <label className={styles['unit']}>
        <span>{t('stops.unit')}</span>
        <select
          value={stops.unit}
          onChange={event => onUnit(STOP_UNITS.find(unit => unit === event.target.value) ?? 'price')}
        >
          {STOP_UNITS.map(unit => (
            <option key={unit} value={unit}>
              {t(`stops.units.${unit}`)}
            </option>
          ))}
        </select>
      </label>
      {(['takeProfit', 'stopLoss'] as const).map(kind => (
        <div key={kind}>
          <TicketField
            label={t(`stops.${kind}`)}
            name={kind}
            value={stops[kind]}
            onChange={text => onTyped(kind, text)}
            decimals={stopDecimals(stops.unit, units)}
            unit={stops.unit === 'price' ? contract.quote.code : '%'}
            wrong={wrong(kind)}
          />
          <Outcome contract={contract} outcome={outcomes[kind]} unit={stops.unit} />
        </div>
      ))}
    </div>
  );
}
