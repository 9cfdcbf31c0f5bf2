import { Globe } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Chips } from '#ui/segmented.tsx';
import { CHART_INTERVALS } from '../model/candles.ts';
import { changeChartPreferences, toggleIndicator, useChartPreferences } from '../model/preferences-store.ts';
import { INDICATORS, TIME_ZONES } from '../model/preferences.ts';
import styles from './chart-controls.module.css';

/** The intervals, above the chart. */
export function IntervalPicker() {
  const { t } = useTranslation('chart');
  const { interval } = useChartPreferences();
  return (
    <Chips
      className={styles['intervals']}
      label={t('interval')}
      value={interval}
      onChange={chosen => changeChartPreferences({ interval: chosen })}
      choices={CHART_INTERVALS.map(value => ({ value, label: t(`intervals.${value}`) }))}
    />
  );
}

function zoneLabel(zone: string): string {
  return zone === 'UTC' ? 'UTC' : (zone.split('/')[1] ?? zone).replaceAll('_', ' ');
}

/** Indicators, own orders and the time zone, below the chart. */
export function IndicatorPicker({ canShowOrders }: { readonly canShowOrders: boolean }) {
  const { t } = useTranslation('chart');
  const { indicators, timeZone, showOrders } = useChartPreferences();
  return (
    <div className="row-2">
      <fieldset className={styles['indicators']} aria-label={t('indicators')}>
        {INDICATORS.map(name => (
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
      <label className={styles['zone']}>
        <Globe size={14} aria-hidden="true" />
        <span aria-hidden="true">{timeZone === 'device' ? t('zone.deviceShort') : zoneLabel(timeZone)}</span>
        <select
          aria-label={t('zone.label')}
          value={timeZone}
          onChange={event => changeChartPreferences({ timeZone: event.target.value })}
        >
          <option value="device">{t('zone.device')}</option>
          {TIME_ZONES.map(zone => (
            <option key={zone} value={zone}>
              {zoneLabel(zone)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
