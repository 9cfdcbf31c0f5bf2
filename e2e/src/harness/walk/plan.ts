import { LANGUAGES, type Language } from '@tallystick/protocol/languages';
import { GUARDED, ROUTES } from './routes.ts';

/** Small and usual phone, tablet, desktop; in CSS pixels. */
export const WIDTHS = [320, 390, 768, 1280] as const;
export type Width = (typeof WIDTHS)[number];

export const PEOPLE = ['visitor', 'customer'] as const;
export type Person = (typeof PEOPLE)[number];

/** A page as one person finds it: a route, with a query where that makes another page of it. */
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

/** Who sees a route: visitors are sent to the log-in from some. */
export function viewOf(route: string): View {
  const pathname = route.split('?')[0] ?? '';
  if (!ROUTES.includes(pathname)) throw new Error(`${route} is no route of docs/coverage.md`);
  return { route, who: GUARDED.has(pathname) ? ['customer'] : PEOPLE };
}

/** All there are: the routes, those with a query, and what is the customer's own alone. */
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
 * A part of that which leaves nothing out for good: each page once in each language, at each width twice; where both see
 * it, visitor and customer by turns, each of them at each width.
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

/** The same, none after another of the same path where others are left: to leave a page and come back takes as long. */
export function apart(visits: readonly Visit[]): Visit[] {
  const ofPaths = [...Map.groupBy(visits, ({ route }) => route.split('?')[0]).values()];
  const longest = Math.max(0, ...ofPaths.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => ofPaths.flatMap(ofPath => ofPath[turn] ?? [])).flat();
}
