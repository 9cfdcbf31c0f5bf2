// Which part of the project may import which: the two tables of docs/architecture.md.
import { partNamed, partOf, resolveImport } from './resolve.mjs';

/** Every package and what of ours it may import. `bench`, `e2e` and `attack` look at everything. */
const MAY_IMPORT = {
  'packages/core': [],
  'packages/protocol': ['packages/core'],
  'packages/verify': ['packages/core'],
  'packages/audit': [],
  'packages/typeface': [],
  'packages/witness': ['packages/verify'],
  'apps/server': [
    'packages/audit',
    'packages/core',
    'packages/protocol',
    'packages/verify',
    'packages/witness',
  ],
  'apps/web': ['packages/core', 'packages/protocol', 'packages/typeface', 'packages/verify'],
  'apps/desk': ['packages/core', 'packages/protocol', 'packages/typeface', 'packages/verify'],
  // The browser tests also use the benchmarks' code.
  bench: [
    'packages/audit',
    'packages/core',
    'packages/protocol',
    'packages/verify',
    'packages/witness',
    'apps/server',
    'e2e',
    'attack',
  ],
  attack: ['packages/core', 'packages/protocol', 'packages/verify', 'apps/server'],
  e2e: ['packages/core', 'packages/protocol', 'packages/verify', 'apps/server'],
};

/** Browsers run these, so they may import only pure, small parts of the core. Types are always allowed. */
const BROWSER_PARTS = new Set(['apps/web', 'apps/desk', 'packages/verify']);
const CORE_FOR_BROWSERS =
  /^@tallystick\/core\/(money\/|durations$|option\/settlement$|perpetual\/(?:margin-)?formulas$|spot\/formulas$|launch\/(allocate|allocation-list|figures)$|stepwise$)|^@tallystick\/core\/trust\/figures$/;

/** These also run in browsers, or must not do I/O: no Node modules. */
const WITHOUT_NODE = new Set([
  'packages/core',
  'packages/protocol',
  'packages/verify',
  'apps/web',
  'apps/desk',
]);

/**
 * The folders of an app, lowest first: each may import its own line and the lines above it here. Imports within a line
 * must not form a circle: see circles.mjs.
 */
export const LAYERS = {
  'apps/web': [['i18n', 'lib', 'realtime'], ['ui', 'worker'], ['features'], ['layout'], ['pages'], ['app']],
  'apps/desk': [['i18n', 'lib'], ['ui', 'worker'], ['features'], ['pages'], ['app']],
  'apps/server': [
    ['chains', 'config', 'database', 'events', 'object-store', 'screening', 'vault'],
    ['engine'],
    ['feed', 'feeds', 'shutdown', 'timekeeping'],
    ['http'],
    [
      'approval',
      'audit-log',
      'module',
      'payout-hold',
      'price-log',
      'public-log',
      'queue',
      'settings',
      'transparency-log',
    ],
    ['modules'],
    ['modules/desk'],
    ['audit', 'demo', 'house', 'reseal', 'sockets'],
    ['composition', 'roles', '.'],
  ],
};

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
  if (specifier.startsWith('node:')) {
    if (!WITHOUT_NODE.has(part) || isTest(file) || typeOnly || !file.includes('/src/')) return null;
    return `${part} must run without Node: no ${specifier}`;
  }
  const target = resolveImport(file, specifier);
  if (target === null && specifier.startsWith('#')) {
    return `${specifier} is none of the imports in ${part}/package.json`;
  }
  const named = partNamed(specifier);
  if (named !== undefined && named !== part) return whyNotAcross(part, file, specifier, named, typeOnly);
  if (target === null) return null;
  if (partOf(target) !== part) return 'import other packages by their name (@tallystick/…), not by a path';
  return whyNotWithin(part, file, target);
}

function whyNotAcross(part, file, specifier, target, typeOnly) {
  if (!MAY_IMPORT[part].includes(target)) return `${part} must not depend on ${target}`;
  const isCore = BROWSER_PARTS.has(part) && target === 'packages/core';
  if (isCore && !isTest(file) && !typeOnly && !CORE_FOR_BROWSERS.test(specifier)) {
    return 'a browser takes only @tallystick/core/money/… and pure rules from the core, and types';
  }
  return null;
}

function whyNotWithin(part, file, target) {
  const layers = LAYERS[part];
  // Tests of the server start all of it.
  if (layers === undefined || (part === 'apps/server' && isTest(file))) return null;
  const [from, fromFeature] = layerOf(part, file);
  const [to, toFeature] = layerOf(part, target);
  if (from === null || to === null || isTest(target)) return null;
  if (from === 'features' && to === 'features' && fromFeature !== toFeature) {
    return `feature ${fromFeature} must not know feature ${toFeature}: compose them in a page`;
  }
  const [fromRank, toRank] = [from, to].map(layer => layers.findIndex(line => line.includes(layer)));
  const unknown = [from, to].find((_, index) => [fromRank, toRank][index] < 0);
  if (unknown !== undefined) return `${unknown}/ has no place among the layers of ${part}`;
  return toRank > fromRank ? `${from}/ must not know ${to}/` : null;
}

/** The layer's name, and the feature within it; null: not the app's own code. */
function layerOf(part, file) {
  const src = `${part}/src/`;
  if (!file.startsWith(src)) return [null];
  const [layer, inner, ...deeper] = file.slice(src.length).split('/');
  if (inner === undefined) return ['.'];
  if (layer === 'modules' && inner === 'desk') return ['modules/desk'];
  return [layer, deeper.length > 0 ? inner : undefined];
}

function isTest(file) {
  return /\.(test|e2e|global)\.tsx?$/.test(file) || file.includes('/testing/');
}
