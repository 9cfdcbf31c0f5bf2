import type { WireHelpArticle } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';

/** Links to articles with their summaries, and the error's code if requested. */
export function ArticleRows({
  label,
  articles,
}: {
  readonly label: string;
  readonly articles: readonly (WireHelpArticle & { readonly code?: string | null })[];
}) {
  const { t } = useTranslation('help');
  return (
    <List label={label}>
      {articles.map(({ slug, title, summary, code }) => (
        <Row
          key={slug}
          to={paths.helpDetail.getHref(code ? { slug, code } : { slug })}
          title={title}
          detail={
            <>
              {code ? (
                <span className="break-anywhere quiet text-12">{t('explains', { code })} · </span>
              ) : null}
              {summary}
            </>
          }
        />
      ))}
    </List>
  );
}
