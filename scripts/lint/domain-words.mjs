// Services speak the domain: what the wire looks like is known to routes and wire files alone (decision 83).

/** The desk has one interface, its own. */
const DESK = 'desk';

/** What is sent to pages as it happens, a currency's names, and articles about published reasons. */
const WIRE_BY_NATURE = new Set([
  'help/reason-articles.ts',
  'market/currencies.ts',
  'perpetual/alert-feed.ts',
  'perpetual/alert-news.ts',
  'perpetual/notifications.ts',
]);

const MODULE_FILE = /^apps\/server\/src\/modules\/([^/]+)\/(.+)$/;
const OF_THE_WIRE = /(^|[/-])(wire|routes)(-[^/]*)?\.ts$|(^|\/)module\.ts$|\.test\.ts$|\/testing\//;
const WIRE_NAME = /^(Call(Output|Request)|Wire[A-Z]\w*)$/;

/**
 * Why a file of a module must not import names, or null when it may.
 *
 * @param {string} file path from the project's root, with `/`
 * @param {string} specifier as written
 * @param {readonly string[]} names what it imports; `*` for all
 * @returns {string | null}
 */
export function whyNotWire(file, specifier, names) {
  const [, module, inner] = MODULE_FILE.exec(file) ?? [];
  if (module === undefined || module === DESK) return null;
  if (OF_THE_WIRE.test(file) || WIRE_BY_NATURE.has(`${module}/${inner}`)) return null;
  if (/^@tallystick\/protocol$/.test(specifier)) {
    const name = names.find(one => one === '*' || WIRE_NAME.test(one));
    return name === undefined
      ? null
      : `${name} belongs to wire.ts and routes.ts: take and give domain values`;
  }
  const isService = /(^|[/-])(service|store)\.ts$/.test(inner);
  if (isService && /(^|[/-])(wire|routes)(-[^/]*)?\.ts$/.test(specifier)) {
    return 'services and stores know no wire: routes translate';
  }
  return null;
}
