import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { errorText } from '#i18n/error-text.ts';
import { helpCodeOf } from '#lib/errors.ts';
import styles from './why.module.css';

/** A small link from a refusal to the article that explains it. */
export function WhyLink({ code }: { readonly code: string }) {
  const { t } = useTranslation('errors');
  return (
    <Link to={paths.helpDetail.getHref({ code })} className={styles['why']}>
      {t('why')}
    </Link>
  );
}

/** What went wrong in a sentence, with the way to what explains it. Every refusal in the app is shown by this. */
export function ErrorWords({ error }: { readonly error: unknown }) {
  const code = helpCodeOf(error);
  return (
    <>
      {errorText(error)}
      {code === undefined ? null : (
        <>
          {' '}
          <WhyLink code={code} />
        </>
      )}
    </>
  );
}
