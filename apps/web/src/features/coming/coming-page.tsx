import type { ReactNode } from 'react';
import { Gift, LifeBuoy, type LucideIcon } from 'lucide-react';
import { paths } from '#app/paths.ts';
import { Page } from '#app/shell/page.tsx';
import { useBack } from '#app/shell/use-back.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import styles from './coming-page.module.css';

const icons = {
  referral: Gift,
  help: LifeBuoy,
} satisfies Record<string, LucideIcon>;

export type ComingFeature = keyof typeof icons;

export interface ComingPageProps {
  readonly feature: ComingFeature;
  readonly title?: string;
  /** What can be done already. */
  readonly children?: ReactNode;
}

/** A place that is not open yet: says what it will be, and offers a way on. */
export function ComingPage({ feature, title, children }: ComingPageProps) {
  const { t } = useTranslation(['coming', 'common']);
  const back = useBack();
  const Icon = icons[feature];
  return (
    <Page title={title ?? t(`${feature}.title`)} width="narrow">
      <div className={styles['hero']}>
        <div className={styles['rings']} aria-hidden="true">
          <Icon size={38} strokeWidth={1.5} />
        </div>
        <span className={styles['badge']}>{t('badge')}</span>
        <p className={styles['text']}>{t(`${feature}.text`)}</p>
      </div>
      <Card>
        <h2 className={styles['heading']}>{t('expect')}</h2>
        <ul className={styles['points']}>
          {(['one', 'two', 'three'] as const).map(point => (
            <li key={point} className={styles['point']}>
              <span className={styles['dot']} aria-hidden="true" />
              <span>{t(`${feature}.${point}`)}</span>
            </li>
          ))}
        </ul>
      </Card>
      {children ? <div className={styles['already']}>{children}</div> : null}
      <div className={styles['ways']}>
        <Button tone="quiet" onClick={back}>
          {t('common:actions.back')}
        </Button>
        <ButtonLink to={paths.trade.getHref()}>{t('trade')}</ButtonLink>
      </div>
    </Page>
  );
}
