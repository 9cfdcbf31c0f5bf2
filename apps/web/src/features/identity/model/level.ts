import type { CallOutput } from '@tallystick/protocol';

type State = CallOutput<'GET user/center'>['verification'];
type Level = CallOutput<'GET user/identity'>['level'];

/** The state shown for the account: a verified basic level replaces `unverified`, but no other state. */
export function shownLevel(state: State | undefined, level: Level | undefined): State | 'basic' {
  return state === 'unverified' && level === 'basic' ? 'basic' : (state ?? 'unverified');
}
