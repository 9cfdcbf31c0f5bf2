import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Every route of docs/coverage.md, which a unit test keeps equal to the app's routes. */
export const ROUTES = [
  ...(read('docs/coverage.md').split('\n## Routes')[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `(.+?)` /gm),
].map(([, name = '']) => (name.startsWith('/') ? name : `/pages/${name}`));
export const HOME = '/pages/index/index';
export const LOGIN = '/pages/user/login/login';

/** The log-in and similar pages: they lead to each other with a way back. */
export const ACCOUNT_PAGES = ROUTES.filter(route => route.startsWith('/pages/user/login/'));

/** Routes that redirect visitors to the log-in, by the app's own table. */
export const GUARDED = guardedRoutes();

function guardedRoutes(): ReadonlySet<string> {
  const paths = [...read('apps/web/src/lib/paths.ts').matchAll(/^ {2}(\w+): define[\s\S]*?\(\s*'([^']+)'/gm)];
  const routeOf = new Map(paths.map(([, name = '', route = '']) => [name, route]));
  const table = [...read('apps/web/src/app/other-routes.ts').matchAll(/^\s+(open|guarded)\(paths\.(\w+)/gm)];
  const kindOf = new Map(table.map(([, kind = '', name = '']) => [routeOf.get(name), kind]));
  kindOf.set(HOME, 'open');
  const unknown = ROUTES.filter(route => !kindOf.has(route));
  if (unknown.length > 0)
    throw new Error(`apps/web/src/app/other-routes.ts says nothing of ${unknown.join(', ')}`);
  return new Set(ROUTES.filter(route => kindOf.get(route) === 'guarded'));
}
