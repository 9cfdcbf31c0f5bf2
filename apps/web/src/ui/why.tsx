import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { errorText } from '#i18n/error-text.ts';
import { helpCodeOf } from '#lib/errors.ts';
import styles from './why.module.css';

/** A small link to the article that explains a refusal. */
export function WhyLink({ code }: { readonly code: string }) {
  const { t } = useTranslation('errors');
  return (
    <Link to={paths.helpDetail.getHref({ code })} className={styles['why']}>
      {t('why')}
    </Link>
  );
}

/** An error as a sentence, with a link to its article. Refusals are shown by this; exceptions are in why.test.ts. */
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
