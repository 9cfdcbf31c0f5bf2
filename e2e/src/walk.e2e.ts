import { LANGUAGES } from '@tallystick/protocol/languages';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { launchBrowser } from './harness/browser.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { furnish, WALKED, type Furnished } from './harness/walk/furnish.ts';
import { apart, rotation, structured, type Person, type Visit } from './harness/walk/plan.ts';
import { summary } from './harness/walk/summary.ts';
import { Walker, type Look } from './harness/walk/walker.ts';

/** Customers see twice as many pages as visitors. */
const WALKERS: readonly Person[] = ['visitor', 'customer', 'customer'];

/**
 * Every page in every language, with items on it, in the widest font that a device may use instead of the app's own
 * typeface: what fits with it fits with any font. `npm run walk` goes through all combinations.
 */
describe('the whole map can be walked', () => {
  let app: App;
  let wide: Browser;
  let furnished: Furnished;
  let walkers: readonly Walker[];
  beforeAll(async () => {
    app = await startPreparedApp(WALKED);
    const { webUrl } = app;
    [wide, furnished] = await Promise.all([launchBrowser('dejavu'), furnish(app)]);
    walkers = await Promise.all(WALKERS.map(who => Walker.start({ browser: wide, webUrl, furnished, who })));
  });
  afterAll(async () => {
    await wide?.close();
    await app?.close();
  });

  it.each(LANGUAGES)('as visitor and as customer who read %s', async language => {
    const all = rotation(furnished.views);
    const withStructure = structured(all);
    const lookOf = (visit: Visit): Look => {
      // The contrast of colours is the same in every language.
      if (language === 'en') return 'everything';
      return withStructure.has(visit) ? 'structure' : 'room';
    };
    const visits = all.filter(visit => visit.language === language);
    const faults = await Promise.all(
      WALKERS.map((who, place) => {
        const walkersOfWho = WALKERS.flatMap((one, i) => (one === who ? [i] : []));
        // One walker opens all pages of a path: the server limits what a customer may read at once.
        const paths = new Set(visits.map(({ route }) => route.split('?')[0]));
        const own = [...paths].filter((_, i) => walkersOfWho[i % walkersOfWho.length] === place);
        const share = visits.filter(visit => visit.who === who && own.includes(visit.route.split('?')[0]));
        return walkers[place]!.look(apart(share), lookOf);
      }),
    );
    expect(summary(faults.flat(), visits.length)).toBe(summary([], visits.length));
  });
});
