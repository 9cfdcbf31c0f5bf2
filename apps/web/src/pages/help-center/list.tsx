import { useSearchParams } from 'react-router';
import { Page as Frame } from '#ui/page.tsx';
import { useArticles } from '#features/help/api/help.ts';
import { ArticleRows } from '#features/help/components/article-rows.tsx';
import { CATEGORIES } from '#features/help/components/categories.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';

/** The articles of a group, or all of them by group. */
export function Page() {
  const { t } = useTranslation('help');
  const [search] = useSearchParams();
  const { data, error, refetch } = useArticles();
  const chosen = CATEGORIES.find(category => category === search.get('category'));
  const shown = chosen === undefined ? CATEGORIES : [chosen];
  return (
    <Frame title={chosen === undefined ? t('allArticles') : t(`category.${chosen}`)}>
      <PullToRefresh onRefresh={refetch}>
        <div className="stack-5 cols-1">
          {data
            ? shown.map(category => (
                <section key={category} className="stack-2 cols-1">
                  {chosen === undefined ? (
                    <h2 className="quiet text-13 weight-600">{t(`category.${category}`)}</h2>
                  ) : null}
                  <ArticleRows
                    label={t(`category.${category}`)}
                    articles={data.items.filter(article => article.category === category)}
                  />
                </section>
              ))
            : null}
          {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />}
        </div>
      </PullToRefresh>
    </Frame>
  );
}
