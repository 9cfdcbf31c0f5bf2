import { LANGUAGES, type Language } from '@tallystick/protocol/languages';
import { GUARDED, ROUTES } from './routes.ts';

/** Small and usual phone, tablet, desktop; in CSS pixels. */
export const WIDTHS = [320, 390, 768, 1280] as const;
export type Width = (typeof WIDTHS)[number];

/** One width for each layout. At the other widths only the space for texts differs. */
export const LAYOUTS: readonly Width[] = [320, 1280];

export const PEOPLE = ['visitor', 'customer'] as const;
export type Person = (typeof PEOPLE)[number];

/** A page and who sees it. The route has a query if the query changes what the page shows. */
export interface View {
  readonly route: string;
  readonly who: readonly Person[];
}

export interface Visit {
  readonly route: string;
  readonly who: Person;
  readonly language: Language;
  readonly width: Width;
}

/** Who sees a route: some redirect visitors to the log-in. */
export function viewOf(route: string): View {
  const pathname = route.split('?')[0] ?? '';
  if (!ROUTES.includes(pathname)) throw new Error(`${route} is no route of docs/coverage.md`);
  return { route, who: GUARDED.has(pathname) ? ['customer'] : PEOPLE };
}

/** All pages: the routes, those with a query, and those only for this customer. */
export function viewsOf(queries: readonly string[], own: readonly string[] = []): View[] {
  return [
    ...[...ROUTES, ...queries].map(viewOf),
    ...own.map(route => ({ ...viewOf(route), who: ['customer'] as const })),
  ];
}

/** Each page in each language at each width, for each person who sees it. */
export function everything(views: readonly View[]): Visit[] {
  return LANGUAGES.flatMap(language =>
    PEOPLE.flatMap(who =>
      views
        .filter(view => view.who.includes(who))
        .flatMap(({ route }) => WIDTHS.map(width => ({ route, who, language, width }))),
    ),
  );
}

/**
 * A sample that omits no page: each once in each language, and twice at each width. Pages for both people alternate between
 * visitor and customer, and both see them at each width.
 */
export function rotation(views: readonly View[]): Visit[] {
  return LANGUAGES.flatMap((language, l) =>
    views.map(({ route, who }, v) => ({
      route,
      language,
      who: who[(v + l) % who.length] ?? 'customer',
      width: WIDTHS[(v + (l >> 1)) % WIDTHS.length] ?? 320,
    })),
  );
}

/** The same, with no two of one path in a row where possible: between these another page has to be opened. */
export function apart(visits: readonly Visit[]): Visit[] {
  const ofPaths = [...Map.groupBy(visits, ({ route }) => route.split('?')[0]).values()];
  const longest = Math.max(0, ...ofPaths.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => ofPaths.flatMap(ofPath => ofPath[turn] ?? [])).flat();
}

/**
 * Which visits look for faults of the structure (names, roles, nesting): the first visit of each page by each person in each
 * layout. The elements are the same in every language and at all widths of a layout. Other tests check that no language
 * lacks a text.
 */
export function structured(visits: readonly Visit[]): ReadonlySet<Visit> {
  const inLayouts = visits.filter(({ width }) => LAYOUTS.includes(width));
  const same = Map.groupBy(inLayouts, ({ route, who, width }) => `${route} ${who} ${width}`);
  return new Set([...same.values()].flatMap(visitsOfSame => visitsOfSame.slice(0, 1)));
}
