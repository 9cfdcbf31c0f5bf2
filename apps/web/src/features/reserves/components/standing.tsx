import type { CurrencyReserves } from '@tallystick/verify/reserves/published';
import { useTranslation } from '#i18n/use-translation.ts';
import { formatPercent } from '#ui/format.ts';
import { StatePill, type StateTone } from '#ui/state-pill.tsx';
import { percentOf, standingOf } from '../model/shown.ts';

const TONES = { covered: 'good', short: 'bad', demo: 'quiet', none: 'quiet' } as const satisfies Record<
  string,
  StateTone
>;

/** How far a currency is covered, in one word. Needs the namespace `reserves`. */
export function Standing({ one, isDemo }: { readonly one: CurrencyReserves; readonly isDemo: boolean }) {
  const { t } = useTranslation('reserves');
  const standing = standingOf(one, isDemo);
  return (
    <StatePill tone={TONES[standing]}>
      {standing === 'demo'
        ? t('demo.short')
        : one.ratioPpm === null
          ? t('nothingOwed')
          : t('covered', { percent: formatPercent(percentOf(one.ratioPpm), { sign: 'auto' }) })}
    </StatePill>
  );
}
