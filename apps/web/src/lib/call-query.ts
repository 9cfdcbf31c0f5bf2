import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import type { CallName, CallOutput } from '@tallystick/protocol';
import { callApi, type Asked } from './api-client.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** Calls that answer page by page. */
type PagedCall = { [Name in CallName]: CallOutput<Name> extends Page<unknown> ? Name : never }[CallName];
type ItemOf<Name extends PagedCall> = CallOutput<Name>['items'][number];

/** The largest page the server gives. */
const LARGEST_PAGE = 100;

const keyOf = (name: CallName, input: object): QueryKey => [
  name.slice(name.indexOf(' ') + 1),
  ...(Object.keys(input).length === 0 ? [] : [input]),
];

/** One call, cached under its path and input unless another key is given. */
export function callQuery<Name extends CallName>(
  name: Name,
  input: Asked<Name>,
  queryKey: QueryKey = keyOf(name, input),
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => callApi(name, input, { signal }) });
}

/** A list page by page: each begins right after the last entry, even if new ones came in since. */
export function pagesQuery<Name extends PagedCall>(
  name: Name,
  input: Omit<Asked<Name>, 'cursor'>,
  queryKey: QueryKey = keyOf(name, input),
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callApi(name, { ...input, cursor: pageParam } as unknown as Asked<Name>, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page<unknown>) => page.next_cursor ?? undefined,
  });
}

/** Every entry of a list, or those of the first `most` pages, for exports. */
export async function fetchPages<Name extends PagedCall>(
  name: Name,
  input: Omit<Asked<Name>, 'cursor' | 'limit'>,
  most = Number.POSITIVE_INFINITY,
): Promise<ItemOf<Name>[]> {
  const items: ItemOf<Name>[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < most && (page === 0 || cursor !== null); page += 1) {
    const asked = { ...input, limit: LARGEST_PAGE, cursor } as unknown as Asked<Name>;
    const next: Page<ItemOf<Name>> = await callApi(name, asked);
    items.push(...next.items);
    cursor = next.next_cursor;
  }
  return items;
}
