import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { ErrorWords } from '#ui/why.tsx';
import { useJudge } from '../api/help.ts';
import styles from './help.module.css';

/** Asks whether the article was useful. The answer can be changed. */
export function Judge({ slug, found }: { readonly slug: string; readonly found: boolean | null }) {
  const { t } = useTranslation('help');
  const judge = useJudge(slug);
  const said = judge.data?.found_useful ?? found;
  return (
    <section className={styles['judge']} aria-label={t('useful')}>
      <output>
        {judge.error ? <ErrorWords error={judge.error} /> : null}
        {!judge.error && said === null ? t('useful') : null}
        {!judge.error && said === true ? t('usefulThanks') : null}
        {!judge.error && said === false ? (
          <>
            {t('usefulSorry')} <Link to={paths.helpFeedback.getHref()}>{t('feedback')}</Link>
          </>
        ) : null}
      </output>
      <div className={styles['answers']}>
        {([true, false] as const).map(useful => (
          <Button
            key={String(useful)}
            size="small"
            tone="quiet"
            aria-pressed={said === useful}
            disabled={judge.isPending}
            icon={
              useful ? <ThumbsUp size={16} aria-hidden="true" /> : <ThumbsDown size={16} aria-hidden="true" />
            }
            onClick={() => judge.mutate(useful)}
          >
            {t(useful ? 'usefulYes' : 'usefulNo')}
          </Button>
        ))}
      </div>
    </section>
  );
}
