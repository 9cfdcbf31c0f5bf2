import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useArticles } from '#features/help/api/help.ts';
import { ArticleRows } from '#features/help/components/article-rows.tsx';
import { Categories } from '#features/help/components/categories.tsx';
import { Contact } from '#features/help/components/contact.tsx';
import { LONGEST_SEARCH, SearchField, SearchResults } from '#features/help/components/search.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';

/** Articles for newcomers, which fill up the list of most read ones. */
const FIRST = ['getting-started', 'login-refused', 'deposit-on-chain', 'withdrawal-holds', 'check-our-books'];

/** The help centre: search, groups, most read articles, and how to contact support. `q` in the address is searched for. */
export function Page() {
  const { t } = useTranslation('help');
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState((address.get('q') ?? '').slice(0, LONGEST_SEARCH));
  // The way back from an article leads to what was found.
  const search = (text: string) => {
    setTyped(text);
    setAddress(text.trim() === '' ? {} : { q: text }, { replace: true });
  };
  const { data, error, refetch } = useArticles();
  const query = typed.trim();
  const slugs = [...new Set([...(data?.most_read ?? []), ...FIRST])].slice(0, FIRST.length);
  const mostRead = slugs.flatMap(slug => data?.items.find(one => one.slug === slug) ?? []);
  return (
    <Frame title={t('title')}>
      <PullToRefresh onRefresh={refetch}>
        <div className="stack-5 cols-1">
          <SearchField value={typed} onChange={search} />
          {query === '' ? (
            <>
              <section className="stack-2 cols-1">
                <h2 className="quiet text-13 weight-600">{t('mostRead')}</h2>
                {data ? <ArticleRows label={t('mostRead')} articles={mostRead} /> : null}
                {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={5} />} />}
              </section>
              <Categories />
              <div>
                <ButtonLink size="small" tone="quiet" to={paths.helpList.getHref()}>
                  {t('allArticles')}
                </ButtonLink>
              </div>
            </>
          ) : (
            <SearchResults query={query} />
          )}
          <Contact />
        </div>
      </PullToRefresh>
    </Frame>
  );
}
