// Which part of the project may import which: design.md in one table.

/** Every package and what of ours it may import. `bench`, `e2e` and `attack` look at everything. */
const MAY_IMPORT = {
  'packages/core': [],
  'packages/protocol': ['packages/core'],
  'packages/verify': ['packages/core'],
  'packages/typeface': [],
  'apps/server': ['packages/core', 'packages/protocol', 'packages/verify'],
  'apps/web': ['packages/core', 'packages/protocol', 'packages/typeface', 'packages/verify'],
  'apps/desk': ['packages/core', 'packages/protocol', 'packages/typeface', 'packages/verify'],
  // The browser of the tests also measures.
  bench: ['packages/core', 'packages/protocol', 'packages/verify', 'apps/server', 'e2e', 'attack'],
  attack: ['packages/core', 'packages/protocol', 'packages/verify', 'apps/server'],
  e2e: ['packages/core', 'packages/protocol', 'packages/verify', 'apps/server'],
};

const PACKAGE_FOLDERS = {
  '@tallystick/core': 'packages/core',
  '@tallystick/protocol': 'packages/protocol',
  '@tallystick/verify': 'packages/verify',
  '@tallystick/typeface': 'packages/typeface',
  '@tallystick/server': 'apps/server',
  '@tallystick/web': 'apps/web',
  '@tallystick/desk': 'apps/desk',
  '@tallystick/bench': 'bench',
  '@tallystick/e2e': 'e2e',
  '@tallystick/attack': 'attack',
};

/** Browsers run these: of the core, only what is pure and small. Types cost nothing and are always allowed. */
const BROWSER_PARTS = new Set(['apps/web', 'apps/desk', 'packages/verify']);
const CORE_FOR_BROWSERS =
  /^@tallystick\/core\/((money|verify)\/|day$|option\/settlement$|perpetual\/(formulas|recompute)$|launch\/(allocate|allocation-list|figures)$|stepwise$)|^@tallystick\/core\/trust\/figures$/;

/** These also run in browsers, or must not do I/O: no Node modules. */
const WITHOUT_NODE = new Set([
  'packages/core',
  'packages/protocol',
  'packages/verify',
  'apps/web',
  'apps/desk',
]);

/**
 * Inside a browser app, each layer may look at its own rank and lower ones. Pages and the shell share a rank: the
 * router loads pages, and pages ask the shell for paths.
 */
const RANKS = { app: 3, pages: 3, features: 2, ui: 1, realtime: 0, i18n: 0, lib: 0 };

/**
 * Why a file must not import a module, or null when it may.
 *
 * @param {string} file path from the project's root, with `/`
 * @param {string} specifier as written
 * @param {boolean} typeOnly the whole import is erased
 * @returns {string | null}
 */
export function whyNot(file, specifier, typeOnly) {
  const part = partOf(file);
  if (!part) return null;
  const isTest = /\.(test|e2e)\.tsx?$/.test(file) || file.includes('/testing/');
  if (specifier.startsWith('node:')) {
    if (!WITHOUT_NODE.has(part) || isTest || typeOnly || !file.includes('/src/')) return null;
    return `${part} must run without Node: no ${specifier}`;
  }
  if (specifier.startsWith('.')) {
    const target = resolve(file, specifier);
    const targetPart = partOf(target);
    if (targetPart !== part) return 'import other packages by their name (@tallystick/…), not by a path';
    return whyNotWithin(part, file, target);
  }
  const name = specifier.split('/').slice(0, 2).join('/');
  const target = PACKAGE_FOLDERS[name];
  if (!target || target === part) return null;
  if (!MAY_IMPORT[part].includes(target)) return `${part} must not depend on ${target}`;
  if (
    BROWSER_PARTS.has(part) &&
    !isTest &&
    target === 'packages/core' &&
    !typeOnly &&
    !CORE_FOR_BROWSERS.test(specifier)
  ) {
    return 'a browser takes only @tallystick/core/money/… and pure rules from the core, and types';
  }
  return null;
}

function whyNotWithin(part, file, target) {
  if (part !== 'apps/web' && part !== 'apps/desk') return null;
  const [from, fromFeature] = layerOf(part, file);
  const [to, toFeature] = layerOf(part, target);
  if (from === 'features' && to === 'features' && fromFeature !== toFeature) {
    return `feature ${fromFeature} must not know feature ${toFeature}: compose them in a page`;
  }
  if (!(from in RANKS) || !(to in RANKS) || RANKS[to] <= RANKS[from]) return null;
  return `${from}/ must not know ${to}/`;
}

function layerOf(part, file) {
  const [layer = '', feature = ''] = file.slice(`${part}/src/`.length).split('/');
  return [layer, feature];
}

function partOf(file) {
  return Object.keys(MAY_IMPORT).find(part => file.startsWith(`${part}/`));
}

function resolve(file, specifier) {
  const parts = file.split('/').slice(0, -1);
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}
