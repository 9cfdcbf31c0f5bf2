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
 * A sample that omits no page: each once in each language, and twice at each width. Pages for both people are shared out
 * by language, four to each, so that both see them at each width. Pages that follow each other have languages in common.
 */
export function rotation(views: readonly View[]): Visit[] {
  return views.flatMap(({ route, who }, v) =>
    LANGUAGES.map((language, l) => ({
      route,
      language,
      // Languages beside each other are one person's, because their widths differ.
      who: who[Number((l + 3 * v) % LANGUAGES.length < LANGUAGES.length / 2)] ?? 'customer',
      width: WIDTHS[(l + v) % WIDTHS.length] ?? 320,
    })),
  );
}

/**
 * The same page by page, in an order of little work: a page begins in the language of the one before and ends in one of
 * the next, where they have one in common, and each width is set once. No two pages of one path follow each other where
 * possible, because another page would have to be opened between them.
 */
export function inTurn(visits: readonly Visit[]): Visit[] {
  const stays = apart([...Map.groupBy(visits, ({ route, who }) => `${route} ${who}`).values()]);
  const ordered: Visit[] = [];
  for (const [i, stay] of stays.entries()) {
    const before = ordered.at(-1);
    const first = stay.find(({ language }) => language === before?.language);
    const next = stays[i + 1] ?? [];
    const last = stay.find(
      visit => visit.width !== first?.width && next.some(({ language }) => language === visit.language),
    );
    const place = (visit: Visit): number => {
      if (visit === first) return -2;
      if (visit === last) return 2;
      if (visit.width === (first ?? before)?.width) return -1;
      return Number(visit.width === last?.width);
    };
    ordered.push(...stay.toSorted((a, b) => place(a) - place(b) || a.width - b.width));
  }
  return ordered;
}

function apart(stays: readonly (readonly Visit[])[]): (readonly Visit[])[] {
  const ofPaths = [...Map.groupBy(stays, ([visit]) => visit?.route.split('?')[0]).values()];
  const longest = Math.max(0, ...ofPaths.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    ofPaths.flatMap(ofPath => [ofPath[turn] ?? []].filter(stay => stay.length > 0)),
  ).flat();
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
