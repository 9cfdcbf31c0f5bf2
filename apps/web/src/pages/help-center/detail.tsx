import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useArticle } from '#features/help/api/help.ts';
import { ArticleRows } from '#features/help/components/article-rows.tsx';
import { ArticleText } from '#features/help/components/article-text.tsx';
import { Contact } from '#features/help/components/contact.tsx';
import { Judge } from '#features/help/components/judge.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ApiError } from '#lib/errors.ts';
import { formatDate } from '#ui/format.ts';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';

const SLUG = /^[a-z][a-z0-9-]{0,59}$/;
const CODE = /^[a-z][a-z0-9_.]{0,79}$/;

/** One article, by its slug or by the code that it explains. */
export function Page() {
  const { t } = useTranslation('help');
  const [search] = useSearchParams();
  const slug = search.get('slug') ?? '';
  const asked = search.get('code') ?? '';
  const code = CODE.test(asked) ? asked : undefined;
  const { data, error, refetch } = useArticle(
    SLUG.test(slug) ? { slug } : code === undefined ? {} : { code },
  );
  const isAsked = SLUG.test(slug) || code !== undefined;
  const isMissing = !isAsked || (error instanceof ApiError && error.code === 'not_found');
  return (
    <Frame title={t('article')} documentTitle={data?.title}>
      {data && !isMissing ? (
        <div className="stack-5 cols-1">
          <div className="stack-2 cols-1">
            {code === undefined ? null : (
              <p className="break-anywhere quiet text-12">{t('explains', { code })}</p>
            )}
            <ArticleText title={data.title} body={`${data.summary}\n\n${data.body}`} />
            {data.edited_at_ms === null ? null : (
              <p className="note">{t('edited', { time: formatDate(data.edited_at_ms) })}</p>
            )}
          </div>
          <Judge key={data.slug} slug={data.slug} found={data.found_useful} />
          <section className="stack-2 cols-1">
            <h2 className="quiet text-13 weight-600">{t('related')}</h2>
            <ArticleRows label={t('related')} articles={data.related} />
          </section>
          <Contact />
        </div>
      ) : null}
      {isMissing ? <EmptyState title={t('missing')} to={paths.helpCenter.getHref()} go={t('title')} /> : null}
      {isMissing || data ? null : (
        <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />
      )}
    </Frame>
  );
}
