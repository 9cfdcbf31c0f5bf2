import { Link, useParams } from 'react-router';
import { t } from '#i18n/texts.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { ArticleEditor } from '../features/article/article-editor.tsx';

export function ArticlePage() {
  const { slug = '' } = useParams();
  const { may } = useMe();
  const article = useDesk('GET desk/article', { slug });
  return (
    <Loaded query={article}>
      {data => (
        <Page title={data.texts.en.title} lead={<Link to="/articles">{t('actions.back')}</Link>}>
          <p className="quiet">{t('articles.bodyHelp')}</p>
          {/* A confirmed change by somebody else resets the editor. */}
          <ArticleEditor
            key={`${data.slug}:${JSON.stringify(data.texts)}`}
            article={data}
            editable={may('article.propose')}
          />
        </Page>
      )}
    </Loaded>
  );
}
