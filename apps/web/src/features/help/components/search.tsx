import { Search as Glass } from 'lucide-react';
import { useDeferredValue } from 'react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { TextField } from '#ui/field.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { useHelpSearch } from '../api/help.ts';
import { ArticleRows } from './article-rows.tsx';

/** In characters; the server refuses more. */
export const LONGEST_SEARCH = 200;

/** Search by words, by an error's code or by its message. */
export function SearchField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('help');
  return (
    <TextField
      type="search"
      label={t('searchLabel')}
      hideLabel
      placeholder={t('search')}
      maxLength={LONGEST_SEARCH}
      autoComplete="off"
      before={<Glass size={18} aria-hidden="true" />}
      value={value}
      onChange={onChange}
    />
  );
}

/** Search results. */
export function SearchResults({ query }: { readonly query: string }) {
  const { t } = useTranslation('help');
  // Keeps typing fast: results follow with lower priority.
  const asked = useDeferredValue(query);
  const { data, error, refetch } = useHelpSearch(asked);
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={4} />} />;
  if (data.items.length > 0) return <ArticleRows label={t('results')} articles={data.items} />;
  return (
    <EmptyState
      icon={<Glass size={26} strokeWidth={1.6} />}
      title={t('noHits')}
      to={paths.helpTicket.getHref()}
      go={t('ticket.new')}
    >
      {t('noHitsText')}
    </EmptyState>
  );
}
