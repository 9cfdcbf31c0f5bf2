import type { WireHelpArticle } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';

/** Articles to open, each with what it is about; and with the error's code where that was asked for. */
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
