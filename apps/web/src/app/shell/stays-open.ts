import { paths } from '../../lib/paths.ts';

/** Pages that work during maintenance: the status page, and the owner's objection to a recovery. */
const STAYS_OPEN: ReadonlySet<string> = new Set([
  paths.maintenance.path,
  paths.status.path,
  paths.recoveryStop.path,
]);

/** Whether a page stays open during maintenance. */
export function staysOpen(pathname: string): boolean {
  return STAYS_OPEN.has(pathname);
}
