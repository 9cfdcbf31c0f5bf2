import { useTranslation } from '#i18n/use-translation.ts';
import { paths } from '#lib/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import styles from './reserves.module.css';

const LIMITS = [
  'moment',
  'unproven',
  'borrowed',
  'promised',
  'observed',
  'deposits',
  'bank',
  'owed',
] as const;

/** What reserves do not show, in plain words. Needs the namespace `reserves`. */
export function LimitsCard() {
  const { t } = useTranslation('reserves');
  return (
    <Card>
      <h2 className="text-14 weight-600 mb-2">{t('limits.title')}</h2>
      <ul className={styles['limits']}>
        {LIMITS.map(name => (
          <li key={name}>{t(`limits.${name}`)}</li>
        ))}
      </ul>
      <ButtonLink tone="quiet" className="mt-3" to={paths.balanceProof.getHref()}>
        {t('own')}
      </ButtonLink>
    </Card>
  );
}
