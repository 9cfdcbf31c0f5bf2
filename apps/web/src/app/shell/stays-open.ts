import { paths } from '../../lib/paths.ts';

/** Pages for when everything else is closed: how the exchange is doing, and the owner's no to a recovery. */
const STAYS_OPEN: ReadonlySet<string> = new Set([
  paths.maintenance.path,
  paths.status.path,
  paths.recoveryStop.path,
]);

/** Whether a page is not left for the one that says we are closed. */
export function staysOpen(pathname: string): boolean {
  return STAYS_OPEN.has(pathname);
}
