import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface MoreButtonProps {
  /** An infinite query; the button is hidden when there is no further page. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Fetches the next page of the list above it. */
export function MoreButton({ query, className, children }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      tone="quiet"
      size="small"
      block
      busy={query.isFetchingNextPage}
      className={className}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
