import { loginHref, paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useAppConfig } from '#lib/app-config.ts';
import { ButtonLink } from '#ui/button.tsx';
import styles from './welcome.module.css';

/** Shown to visitors instead of a total: what this is, with links to log in and register. */
export function Welcome() {
  const { t } = useTranslation(['home', 'common']);
  const config = useAppConfig();
  return (
    <section className={styles['welcome']} aria-labelledby="welcome">
      <h2 id="welcome" className={styles['title']}>
        {t('welcome.title')}
      </h2>
      <p className={styles['text']}>{config ? t(`welcome.${config.mode}`) : null}</p>
      <div className={styles['buttons']}>
        <ButtonLink to={paths.register.getHref()}>{t('common:actions.register')}</ButtonLink>
        <ButtonLink to={loginHref(paths.home.path)} tone="quiet">
          {t('common:actions.logIn')}
        </ButtonLink>
      </div>
    </section>
  );
}
