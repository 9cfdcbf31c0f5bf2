import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { t, word } from '#i18n/texts.ts';
import { DeskError } from '#lib/api.ts';
import { Button } from './button.tsx';

/** What is wrong, in the server's words where it had any. */
export function problemOf(error: unknown): string {
  if (!(error instanceof DeskError)) return t('states.failed');
  if (error.code === 'network_error') return t('states.offline');
  const { field, error_id: id } = error.data;
  const about = typeof id === 'string' ? id : typeof field === 'string' ? word('fields', field) : undefined;
  return about === undefined ? error.message : `${error.message} (${about})`;
}

export function Problem({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <p className="problem" role="alert">
      {problemOf(error)}
    </p>
  );
}

/**
 * Shows a query's data, or that it is loading, or its error. The error stays while the query is retried.
 */
export function Loaded<Data>({
  query,
  children,
}: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}) {
  const [problem, setProblem] = useState<unknown>(null);
  // A query forgets its error when it is retried.
  if (query.error !== null && query.error !== problem) setProblem(query.error);
  if (query.data !== undefined) return children(query.data);
  if (query.errorUpdateCount > 0) {
    return (
      <div className="empty" role="alert">
        <p>{problemOf(query.error ?? problem)}</p>
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('actions.retry')}
        </Button>
      </div>
    );
  }
  return (
    <output className="skeleton" aria-label={t('states.loading')}>
      <i />
      <i />
      <i />
    </output>
  );
}
