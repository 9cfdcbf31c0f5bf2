import { onSessionChange } from '#lib/session.ts';

let checked = '';

/**
 * The fund password between the page that checks it and the one that needs it: in memory only, and no longer than the
 * session.
 */
export function keepCheckedPassword(password: string): void {
  checked = password;
}

/** '' if none was checked. */
export function checkedPassword(): string {
  return checked;
}

onSessionChange(session => {
  if (!session) checked = '';
});
