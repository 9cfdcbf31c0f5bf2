import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { DeskCallName, DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { REFRESH_MS, refreshMs } from '#lib/query-client.ts';
import { Button } from './button.tsx';
import { Loaded } from './states.tsx';
import { Table, type Column } from './table.tsx';

/** Calls that answer a page of something. */
export type PagedCall = {
  [Name in DeskCallName]: DeskOutput<Name> extends { items: unknown[]; next_cursor: string | null }
    ? Name
    : never;
}[DeskCallName];
export type ItemOf<Name extends PagedCall> = DeskOutput<Name>['items'][number];

/**
 * A list, page by page; while only the first page is shown, it refreshes itself. While another filter loads, the previous
 * rows stay, dimmed and inert, because they may not match it.
 */
export function PagedTable<Name extends PagedCall>({
  call,
  input,
  label,
  columns,
  keyOf,
  empty,
}: {
  readonly call: Name;
  readonly input: Omit<DeskInput<Name>, 'cursor'>;
  readonly label: string;
  readonly columns: readonly Column<ItemOf<Name>>[];
  readonly keyOf: (row: ItemOf<Name>) => string | number;
  readonly empty?: string;
}) {
  const query = useInfiniteQuery({
    queryKey: [call, input],
    queryFn: ({ pageParam, signal }) =>
      callDesk(
        call,
        { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) } as DeskInput<Name>,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next_cursor,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) > 1 ? false : refreshMs(REFRESH_MS, state.error),
    placeholderData: keepPreviousData,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = query;
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <div {...(isPlaceholderData ? { className: 'skeleton-rows', inert: true, 'aria-hidden': true } : {})}>
          <Table
            label={label}
            columns={columns}
            rows={pages.flatMap(page => page.items as ItemOf<Name>[])}
            keyOf={keyOf}
            {...(empty === undefined ? {} : { empty })}
          />
          {hasNextPage ? (
            <div className="row row-centre">
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('actions.more')}
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}
