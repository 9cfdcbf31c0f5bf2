import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Field } from '#ui/field.tsx';
import { Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';

type Article = DeskOutput<'GET desk/articles'>['items'][number];

const COLUMNS: readonly Column<Article>[] = [
  {
    head: t('articles.article'),
    render: article => <Link to={`/articles/${article.slug}`}>{article.title}</Link>,
  },
  { head: t('articles.category'), render: article => t(`articleCategories.${article.category}`) },
  { head: t('articles.reads'), figure: true, render: article => article.reads },
  { head: t('articles.useful'), figure: true, render: article => article.useful },
  { head: t('articles.notUseful'), figure: true, render: article => article.not_useful },
  {
    head: t('articles.edited'),
    render: ({ edited, edited_at_ms: atMs }) =>
      edited.length === 0 || atMs === null ? t('states.unknown') : `${edited.join(' ')} · ${dateTime(atMs)}`,
  },
];

/** The help centre's articles, with views and ratings. */
export function ArticlesPage() {
  const [typed, setTyped] = useState('');
  const articles = useDesk('GET desk/articles', {});
  const wanted = typed.trim().toLowerCase();
  return (
    <Page title={t('nav.articles')} lead={t('articles.lead')}>
      <Card>
        <Field label={t('articles.filter')} value={typed} onChange={setTyped} />
        <Loaded query={articles}>
          {({ items }) => (
            <Table
              label={t('nav.articles')}
              columns={COLUMNS}
              rows={items.filter(({ slug, title }) => `${slug} ${title}`.toLowerCase().includes(wanted))}
              keyOf={({ slug }) => slug}
              empty={t('articles.none')}
            />
          )}
        </Loaded>
      </Card>
    </Page>
  );
}
