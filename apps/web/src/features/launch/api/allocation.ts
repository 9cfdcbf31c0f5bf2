import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { WireAllocationList } from '@tallystick/protocol/wire';
import { verifyAllocation, type CheckedAllocation } from '@tallystick/verify/allocation';
import { callApi } from '#lib/api-client.ts';
import { inSlices } from '#lib/in-slices.ts';
import { joinPages, linesIn } from '../model/pages.ts';

const KEY = 'lh/send/allocation_list';
/** The server's maximum page size. */
const LINES_AT_ONCE = 2_000;
/** The list and its result never change and may be large, so they are not compared or refetched. */
const FROZEN = { staleTime: Number.POSITIVE_INFINITY, structuralSharing: false } as const;

export interface AllocationCheck {
  /** Undefined until every page is loaded. */
  readonly list: WireAllocationList | undefined;
  /** Undefined until everything is computed. */
  readonly checked: CheckedAllocation | undefined;
  /** Lines loaded, and lines in total; 0 until the first page is loaded. */
  readonly loaded: number;
  readonly size: number;
  readonly error: unknown;
  /** Continues where it failed. */
  readonly goOn: () => void;
}

/** Downloads the frozen list of an offer page by page, and verifies it against the published root. */
export function useAllocationCheck(offerId: number, publishedRoot: string | null): AllocationCheck {
  const pages = useInfiniteQuery({
    ...FROZEN,
    queryKey: [KEY, offerId],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        'GET lh/send/allocation_list',
        { offer_id: offerId, limit: LINES_AT_ONCE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    // Stops at the announced size, so that a faulty server cannot make the download endless.
    getNextPageParam: (last, all) => (linesIn(all) < last.size ? last.next_cursor : null),
    enabled: publishedRoot !== null,
  });
  const { data, hasNextPage, isFetching, error, fetchNextPage, refetch } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const list = useMemo(() => (data && !hasNextPage ? joinPages(data.pages) : undefined), [data, hasNextPage]);
  const check = useQuery({
    ...FROZEN,
    queryKey: [KEY, offerId, 'checked', publishedRoot],
    queryFn: ({ signal }) => inSlices(verifyAllocation(list, publishedRoot), signal),
    enabled: list !== undefined,
    retry: false,
  });
  return {
    list,
    checked: check.data,
    loaded: linesIn(data?.pages ?? []),
    size: data?.pages[0]?.size ?? 0,
    error: error ?? check.error,
    goOn: () => void (check.error ? check.refetch() : data ? fetchNextPage() : refetch()),
  };
}
