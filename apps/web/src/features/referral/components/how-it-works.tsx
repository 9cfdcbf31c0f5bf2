import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import styles from './how-it-works.module.css';

/** For customers who have not invited anybody yet. */
export function HowItWorks() {
  const { t } = useTranslation('referral');
  return (
    <Card>
      <h2 className="text-17 leading-24">{t('how.title')}</h2>
      <ol className="stack-3 mt-3">
        {(['share', 'register', 'paid'] as const).map((step, index) => (
          <li key={step} className={styles['step']}>
            <span className={styles['number']} aria-hidden="true">
              {index + 1}
            </span>
            <span>{t(`how.${step}`)}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
