import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, TEXT_SIZES, THEME_CHOICES, useSettings } from '#lib/settings.ts';
import { Segmented } from '#ui/segmented.tsx';
import styles from './look-choices.module.css';

/** Dark, light, or as the device is. */
export function ThemeChoice() {
  const { t } = useTranslation('settings');
  const { theme } = useSettings();
  return (
    <li className={styles['row']}>
      <span>{t('theme')}</span>
      <Segmented
        label={t('theme')}
        value={theme}
        onChange={value => changeSettings({ theme: value })}
        choices={THEME_CHOICES.map(value => ({ value, label: t(`themes.${value}`) }))}
      />
    </li>
  );
}

/** How large the app writes; what the browser is set to comes on top. */
export function TextSizeChoice() {
  const { t } = useTranslation('settings');
  const { textSize } = useSettings();
  return (
    <li className={styles['row']}>
      <span>{t('textSize')}</span>
      <Segmented
        label={t('textSize')}
        value={textSize}
        onChange={value => changeSettings({ textSize: value })}
        choices={TEXT_SIZES.map(value => ({
          value,
          label: (
            <>
              <span className={styles['letter']} data-size={value} aria-hidden="true">
                A
              </span>
              <span className="visually-hidden">{t(`textSizes.${value}`)}</span>
            </>
          ),
        }))}
      />
    </li>
  );
}
