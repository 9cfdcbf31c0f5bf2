import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DeskCallName, DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { isAllowed, type Permission } from '@tallystick/protocol/desk/roles';
import { callDesk } from './api.ts';
import { REFRESH_MS } from './query-client.ts';

/** What a reading call answers, kept fresh while it is on screen. */
export function useDesk<Name extends DeskCallName>(
  name: Name,
  input: DeskInput<Name>,
  options: { readonly enabled?: boolean; readonly still?: boolean } = {},
): UseQueryResult<DeskOutput<Name>> {
  return useQuery({
    queryKey: [name, input],
    queryFn: () => callDesk(name, input),
    enabled: options.enabled ?? true,
    // What somebody is filling in must not change under their hands.
    refetchInterval: options.still === true ? false : REFRESH_MS,
  });
}

/** Who is logged in, and what their role allows. Only below the guard, which has asked already. */
export function useMe() {
  const { data } = useQuery({ queryKey: ['GET desk/me', {}], queryFn: () => callDesk('GET desk/me', {}) });
  return {
    me: data,
    may: (permission: Permission): boolean => data !== undefined && isAllowed(data.operator.role, permission),
  };
}
