import { LANGUAGES } from '@tallystick/protocol/languages';
import { describe, expect, it } from 'vitest';
import { everything, inTurn, rotation, structured, viewOf, viewsOf, WIDTHS, type Visit } from './plan.ts';
import { GUARDED, HOME } from './routes.ts';

const views = viewsOf([
  ...['top', 'rebates'].map(tab => `/pages/promotion/index?tab=${tab}`),
  ...['funds', 'orders'].map(category => `/pages/help-center/list?category=${category}`),
]);
const placed = ({ route, language }: Visit): string => `${route} ${language}`;
const byPlace = (a: Visit, b: Visit): number => placed(a).localeCompare(placed(b));
const shown = (visits: readonly Visit[], of: (visit: Visit) => unknown[]): Set<string> =>
  new Set(visits.map(visit => of(visit).join(' ')));

describe('who sees a page', () => {
  it('follows from the app’s own table', () => {
    expect(viewOf(HOME).who).toEqual(['visitor', 'customer']);
    expect(viewOf('/pages/assets/index?x=1').who).toEqual(['customer']);
    expect(GUARDED.size).toBeGreaterThan(20);
  });

  it('is an error for an unknown route', () => {
    expect(() => viewOf('/pages/nowhere')).toThrow('/pages/nowhere is no route');
  });
});

describe('the full walk', () => {
  it('goes through all combinations, each once', () => {
    const visits = everything(views);
    const people = views.reduce((sum, { who }) => sum + who.length, 0);
    expect(visits).toHaveLength(people * LANGUAGES.length * WIDTHS.length);
    expect(shown(visits, Object.values).size).toBe(visits.length);
  });
});

describe('the walk of every test run', () => {
  const visits = rotation(views);

  it('opens each page once in each language', () => {
    expect(visits).toHaveLength(views.length * LANGUAGES.length);
    expect(shown(visits, ({ route, language }) => [route, language]).size).toBe(visits.length);
  });

  it('opens each page at each width, as each person who sees it', () => {
    const wanted = views.flatMap(({ route, who }) =>
      who.flatMap(one => WIDTHS.map(width => `${route} ${one} ${width}`)),
    );
    expect([...shown(visits, ({ route, who, width }) => [route, who, width])].toSorted()).toEqual(
      wanted.toSorted(),
    );
  });

  it('looks at the structure of each page for each person on a phone and on a desktop, once', () => {
    const looked = [...structured(visits)];
    const wanted = views.flatMap(({ route, who }) =>
      who.flatMap(one => [320, 1280].map(width => `${route} ${one} ${width}`)),
    );
    expect(looked.map(({ route, who, width }) => `${route} ${who} ${width}`).toSorted()).toEqual(
      wanted.toSorted(),
    );
  });

  it.each(['visitor', 'customer'] as const)(
    'goes to each page once and sets each width there once, as %s',
    who => {
      const own = visits.filter(visit => visit.who === who);
      const ordered = inTurn(own);
      expect(ordered.toSorted(byPlace)).toEqual(own.toSorted(byPlace));
      const arrivals = ordered.filter(({ route }, i) => route !== ordered[i - 1]?.route);
      const paths = arrivals.map(({ route }) => route.split('?')[0]);
      expect(shown(arrivals, ({ route }) => [route]).size).toBe(arrivals.length);
      expect(paths.filter((path, i) => path === paths[i - 1])).toEqual([]);
      const set = ordered.filter(({ route, width }, i) => {
        const before = ordered[i - 1];
        return route !== before?.route || width !== before.width;
      });
      expect(shown(set, ({ route, width }) => [route, width]).size).toBe(set.length);
    },
  );

  it('nearly always arrives at a page in the language that is spoken already', () => {
    const ordered = inTurn(visits.filter(({ who }) => who === 'customer'));
    const switched = ordered.filter(({ route, language }, i) => {
      const before = ordered[i - 1];
      return before && before.route !== route && before.language !== language;
    });
    expect(switched.length).toBeLessThan(views.length / 10);
  });
});
