import { useTranslation } from '#i18n/use-translation.ts';
import { passwordStrength, type Strength } from '../model/password-strength.ts';
import styles from './password-meter.module.css';

const bars: Readonly<Record<Strength, number>> = { weak: 1, fair: 2, good: 3, strong: 4 };

/** Four bars and a word; says nothing for an empty field but keeps its space. */
export function PasswordMeter({ password }: { readonly password: string }) {
  const { t } = useTranslation('account');
  const strength = passwordStrength(password);
  const lit = strength ? bars[strength] : 0;
  return (
    <div className={styles['meter']} data-strength={strength}>
      <div className={styles['bars']} aria-hidden="true">
        {[1, 2, 3, 4].map(bar => (
          <i key={bar} className={styles['bar']} data-lit={bar <= lit} />
        ))}
      </div>
      <output className={styles['word']} aria-label={t('password.strength')}>
        {strength ? t(`password.${strength}`) : null}
      </output>
    </div>
  );
}
