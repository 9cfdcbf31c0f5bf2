import { readTab, writeTab } from './tab-storage.ts';

const KEY = 'invitation';
/** Longer than any code: limits what a link can put into the tab's storage. */
const LONGEST = 32;
/** Short form of the route for print and speech: `https://host/#/register?code=X`. */
const SHORT_ROUTE = '/register';

export interface InvitationLink {
  readonly code: string;
  /** The address without the code, as the app opens it. */
  readonly address: string;
}

/**
 * The code in an address, before the `#` or within the route of the registration; null if there is none. `register`: the
 * route that the short one stands for.
 */
export function invitationIn(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  register: string,
): InvitationLink | null {
  const before = new URLSearchParams(search);
  const mark = hash.indexOf('?');
  const route = mark < 0 ? hash : hash.slice(0, mark);
  const within = new URLSearchParams(mark < 0 ? '' : hash.slice(mark));
  // Other pages have codes too: the code of an error whose article they show.
  const isOfRoute = route === `#${register}` || route === `#${SHORT_ROUTE}`;
  const code = (before.get('code') ?? (isOfRoute ? within.get('code') : null) ?? '').trim();
  if (code === '' || code.length > LONGEST) return null;
  before.delete('code');
  if (isOfRoute) within.delete('code');
  const shown = route === `#${SHORT_ROUTE}` ? `#${register}` : route;
  const query = (rest: URLSearchParams) => (rest.size === 0 ? '' : `?${rest.toString()}`);
  return { code, address: `${pathname}${query(before)}${shown}${query(within)}` };
}

/** Stores the code of the address the app was opened with, before the router reads it. */
export function takeInvitation(register: string): void {
  const found = invitationIn(window.location, register);
  if (found === null) return;
  writeTab(KEY, found.code);
  window.history.replaceState(window.history.state, '', found.address);
}

/** The code of the link that led here, until somebody has registered or logged in; `''` for none. */
export function heldInvitation(): string {
  const held = readTab(KEY);
  return typeof held === 'string' ? held : '';
}

export function forgetInvitation(): void {
  writeTab(KEY, undefined);
}
