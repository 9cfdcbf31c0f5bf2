import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './doubts.module.css';

/** Questions a customer should ask before trusting this page, with short answers. */
export function Doubts({
  children,
}: {
  /** Below the answers: this device's own checks. */ readonly children: ReactNode;
}) {
  const { t } = useTranslation('option');
  const doubts = [
    { key: 'who', answer: t('explain.two') },
    { key: 'change', answer: t('doubts.changeText') },
    { key: 'earn', answer: t('doubts.earnText') },
    { key: 'pay', answer: t('explain.three') },
    { key: 'still', answer: t('explain.four') },
    { key: 'believe', answer: t('doubts.believeText', { log: t('explain.seven') }) },
  ] as const;
  return (
    <section className="stack-2 min-w-0" aria-label={t('doubts.title')}>
      <h2 className="text-14 leading-20">{t('doubts.title')}</h2>
      <div className="panel raised">
        {doubts.map(({ key, answer }) => (
          <details key={key} className={styles['doubt']}>
            <summary className={styles['question']}>
              <span>{t(`doubts.${key}`)}</span>
              <ChevronDown size={18} aria-hidden="true" />
            </summary>
            <p className={styles['answer']}>{answer}</p>
          </details>
        ))}
      </div>
      {children}
    </section>
  );
}
