import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DeskCallName, DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { isAllowed, type Permission } from '@tallystick/protocol/desk/roles';
import { callDesk } from './api.ts';
import { REFRESH_MS, refreshMs } from './query-client.ts';

/** The result of a reading call, refreshed while it is on screen; `everyMs` false: read once. */
export function useDesk<Name extends DeskCallName>(
  name: Name,
  input: DeskInput<Name>,
  options: { readonly everyMs?: number | false } = {},
): UseQueryResult<DeskOutput<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => callDesk(name, input, signal),
    refetchInterval: ({ state }) => refreshMs(options.everyMs ?? REFRESH_MS, state.error),
  });
}

/** The logged-in operator and their rights. Use only below the guard, which has loaded them. */
export function useMe() {
  const { data } = useQuery({
    queryKey: ['GET desk/me', {}],
    queryFn: ({ signal }) => callDesk('GET desk/me', {}, signal),
  });
  return {
    me: data,
    may: (permission: Permission): boolean => data !== undefined && isAllowed(data.operator.role, permission),
  };
}
