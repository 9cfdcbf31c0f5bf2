import type { CurrencyReserves } from '@tallystick/verify/public-log/reserves';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatPercent } from '#ui/format.ts';
import { StatePill, type StateTone } from '#ui/state-pill.tsx';
import { percentOf, standingOf } from '../model/shown.ts';

const TONES = { covered: 'good', short: 'bad', demo: 'quiet', none: 'quiet' } as const satisfies Record<
  string,
  StateTone
>;

/** How far a currency is covered, in one word; green only if it is found in the log. Needs the namespace `reserves`. */
export function Standing({
  one,
  isDemo,
  isSure,
}: {
  readonly one: CurrencyReserves;
  readonly isDemo: boolean;
  /** Whether the records stand in the public log as this device knows it. */
  readonly isSure: boolean;
}) {
  const { t } = useTranslation('reserves');
  const standing = standingOf(one, isDemo);
  return (
    <StatePill tone={standing === 'covered' && !isSure ? 'quiet' : TONES[standing]}>
      {standing === 'demo'
        ? t('demo.short')
        : one.ratioPpm === null
          ? t('nothingOwed')
          : t('covered', { percent: formatPercent(percentOf(one.ratioPpm), { sign: 'auto' }) })}
    </StatePill>
  );
}
