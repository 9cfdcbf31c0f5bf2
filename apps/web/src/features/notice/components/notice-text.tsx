import type { CallOutput } from '@tallystick/protocol';
import { paths, safeBackPage } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { formatDate } from '#ui/format.ts';
import { ListingFacts } from './listing.tsx';
import styles from './notice-text.module.css';

/** Only pages of this app: safeBackPage falls back to home for all others. */
function leadsTo(route: string | null): string | undefined {
  if (route === null || safeBackPage(route) !== route) return undefined;
  return route === paths.notices.getHref() ? undefined : route;
}

/** One notice, with listing details and a link to its subject. */
export function NoticeText({ notice }: { readonly notice: CallOutput<'POST news/detail'> }) {
  const { t } = useTranslation('notification');
  const { title, published_at_ms, paragraphs, listing } = notice;
  const route = leadsTo(notice.route);
  return (
    <article className={styles['text']}>
      <h2 className={styles['title']}>{title}</h2>
      <time className={styles['time']} dateTime={new Date(published_at_ms).toISOString()}>
        {formatDate(published_at_ms)}
      </time>
      {paragraphs.map(paragraph => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {listing ? <ListingFacts listing={listing} /> : null}
      {route === undefined ? null : (
        <ButtonLink block to={route}>
          {listing ? t('listing.open', { symbol: listing.symbol }) : t('open')}
        </ButtonLink>
      )}
    </article>
  );
}
