import { Globe } from 'lucide-react';
import { useState } from 'react';
import type { CandleKind } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Chips } from '#ui/segmented.tsx';
import { SelectChip } from '#ui/select-chip.tsx';
import { CONTRACT_KINDS, FAVOURITE_INTERVALS, MORE_INTERVALS } from '../model/candles.ts';
import { TimeZoneSheet, useZoneLabel } from '#ui/time-zone-sheet.tsx';
import { changeChartPreferences, toggleIndicator, useChartPreferences } from '../model/preferences-store.ts';
import { indicatorsOf } from '../model/preferences.ts';
import styles from './chart-controls.module.css';

/** The intervals, above the chart. */
export function IntervalPicker() {
  const { t } = useTranslation('chart');
  const { interval } = useChartPreferences();
  const rest = MORE_INTERVALS.find(value => value === interval);
  return (
    <div className={styles['pickers']}>
      <Chips
        className={styles['intervals']}
        label={t('interval')}
        value={interval}
        onChange={chosen => changeChartPreferences({ interval: chosen })}
        choices={FAVOURITE_INTERVALS.map(value => ({ value, label: t(`intervals.${value}`) }))}
      />
      <SelectChip
        label={t('moreIntervals')}
        value={rest ?? ''}
        onChange={asked => {
          const chosen = MORE_INTERVALS.find(value => value === asked);
          if (chosen) changeChartPreferences({ interval: chosen });
        }}
      >
        <option value="" disabled>
          {t('more')}
        </option>
        {MORE_INTERVALS.map(value => (
          <option key={value} value={value}>
            {t(`intervals.${value}`)}
          </option>
        ))}
      </SelectChip>
    </div>
  );
}

/** What a contract's chart is of, above it. */
export function KindPicker() {
  const { t } = useTranslation('chart');
  const { kind } = useChartPreferences();
  return (
    <Chips
      className={styles['intervals']}
      label={t('kind')}
      value={kind}
      onChange={chosen => changeChartPreferences({ kind: chosen })}
      choices={CONTRACT_KINDS.map(value => ({ value, label: t(`kinds.${value}`) }))}
    />
  );
}

/** Indicators, own orders and the time zone, below the chart. */
export function IndicatorPicker({
  canShowOrders,
  kind,
}: {
  readonly canShowOrders: boolean;
  readonly kind: CandleKind;
}) {
  const { t } = useTranslation(['chart', 'display']);
  const { indicators, showOrders } = useChartPreferences();
  const zone = useZoneLabel();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className="row-2">
      <fieldset className={styles['indicators']} aria-label={t('indicators')}>
        {indicatorsOf(kind).map(name => (
          <button
            key={name}
            type="button"
            className={styles['chip']}
            aria-pressed={indicators.includes(name)}
            onClick={() => toggleIndicator(name)}
          >
            <span>{name}</span>
          </button>
        ))}
        {canShowOrders ? (
          <button
            type="button"
            className={styles['chip']}
            aria-pressed={showOrders}
            onClick={() => changeChartPreferences({ showOrders: !showOrders })}
          >
            <span>{t('orders')}</span>
          </button>
        ) : null}
      </fieldset>
      <button
        type="button"
        className={styles['zone']}
        aria-haspopup="dialog"
        aria-label={t('display:zone.change', { zone })}
        onClick={() => setChoosing(true)}
      >
        <Globe size={14} aria-hidden="true" />
        <span>{zone}</span>
      </button>
      <TimeZoneSheet open={choosing} onClose={() => setChoosing(false)} />
    </div>
  );
}
