import type { CallOutput } from '@tallystick/protocol';

type State = CallOutput<'GET user/center'>['verification'];
type Level = CallOutput<'GET user/identity'>['level'];

/** What the account is said to be: what is verified so far counts, unless the next level is being looked at. */
export function shownLevel(state: State | undefined, level: Level | undefined): State | 'basic' {
  return state === 'unverified' && level === 'basic' ? 'basic' : (state ?? 'unverified');
}
