// The live exchange is ahead of the disk, so everything outside the engine reads the follower.

/** The audit replays journals itself; tests create their own exchanges. */
const MAY_HOLD = /^apps\/server\/src\/(engine|audit)\/|\/testing\/|\.test\.ts$/;

/**
 * Why a file must not import names from a module, or null when it may.
 *
 * @param {string} file path from the project's root, with `/`
 * @param {string} specifier as written
 * @param {readonly string[]} names what it imports; `*` for all
 * @returns {string | null}
 */
export function whyNotLive(file, specifier, names) {
  if (!file.startsWith('apps/server/src/') || MAY_HOLD.test(file)) return null;
  if (!/^@tallystick\/core(\/exchange)?$/.test(specifier)) return null;
  if (!names.includes('Exchange') && !names.includes('*')) return null;
  return 'only the engine changes an exchange: read `ReadonlyExchange`, and submit commands to the bus';
}
