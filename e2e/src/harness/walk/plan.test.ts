import { LANGUAGES } from '@tallystick/protocol/languages';
import { describe, expect, it } from 'vitest';
import { apart, everything, rotation, structured, viewOf, viewsOf, WIDTHS, type Visit } from './plan.ts';
import { GUARDED, HOME } from './routes.ts';

const views = viewsOf([
  ...['top', 'rebates'].map(tab => `/pages/promotion/index?tab=${tab}`),
  ...['funds', 'orders'].map(category => `/pages/help-center/list?category=${category}`),
]);
const byRoute = (a: Visit, b: Visit): number => a.route.localeCompare(b.route);
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

  it('never goes from a page to itself while others are left', () => {
    const some = visits.filter(({ language }) => language === 'en');
    const ordered = apart(some);
    expect(ordered.toSorted(byRoute)).toEqual(some.toSorted(byRoute));
    const paths = ordered.map(({ route }) => route.split('?')[0]);
    expect(paths.filter((path, i) => path === paths[i - 1])).toEqual([]);
  });
});
