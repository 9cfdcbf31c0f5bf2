import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import type { AgreementInfo } from '../api/calls.ts';
import styles from './agreement-text.module.css';

/** The text, with its title and version. */
export function AgreementText({ info }: { readonly info: AgreementInfo }) {
  const { t } = useTranslation('identity');
  return (
    <Card className="stack-3">
      <h2 className={styles['title']}>{info.title}</h2>
      <p className={styles['version']}>{t('agreement.version', { date: info.version })}</p>
      {info.sections.map(({ heading, paragraphs }) => (
        <section key={heading} className="soft stack-1">
          <h3 className="bright text-14">{heading}</h3>
          {paragraphs.map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <div className={styles['hash']}>
        <div>{t('agreement.hash')}</div>
        <code className={styles['digits']}>{info.sha256}</code>
        <div>{t('agreement.hashText')}</div>
      </div>
    </Card>
  );
}
