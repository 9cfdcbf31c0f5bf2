import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface MoreButtonProps {
  /** An infinite query: nothing is shown when all of it is there. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Below a list: fetches its next page. */
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
