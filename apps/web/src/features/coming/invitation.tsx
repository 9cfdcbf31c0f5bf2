import { paths } from '#app/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { CopyBox } from '#ui/copy-box.tsx';
import styles from './coming-page.module.css';

/** The customer's invitation code and the link that carries it: both work before rebates are shown. */
export function Invitation({ code }: { readonly code: string }) {
  const { t } = useTranslation('coming');
  const { origin, pathname } = window.location;
  return (
    <>
      <h2 className={styles['title']}>{t('referral.already')}</h2>
      <p>{t('referral.alreadyText')}</p>
      <CopyBox label={t('referral.code')} text={code} />
      <CopyBox
        label={t('referral.link')}
        text={`${origin}${pathname}#${paths.register.getHref({ invite: code })}`}
      />
    </>
  );
}
