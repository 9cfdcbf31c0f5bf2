import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { Segmented } from '#ui/segmented.tsx';
import styles from './look-choices.module.css';

function Arrows({ up }: { readonly up: 'green' | 'red' }) {
  const down = up === 'green' ? 'red' : 'green';
  return (
    <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
      <path d="M5 2l4 5H6v5H4V7H1z" fill={`var(--${up})`} />
      <path d="M17 12l-4-5h3V2h2v5h3z" fill={`var(--${down})`} />
    </svg>
  );
}

/** Which colour a rising price has: green in most countries, red in some. */
export function UpColourChoice() {
  const { t } = useTranslation('settings');
  const { upColour } = useSettings();
  return (
    <li className={styles['row']}>
      <span>{t('upDown')}</span>
      <Segmented
        label={t('upDown')}
        value={upColour}
        onChange={value => changeSettings({ upColour: value })}
        choices={(['green', 'red'] as const).map(value => ({
          value,
          label: (
            <>
              <Arrows up={value} />
              {t(value === 'green' ? 'greenUp' : 'redUp')}
            </>
          ),
        }))}
      />
    </li>
  );
}
