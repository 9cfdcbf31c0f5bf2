import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { launchBrowser } from './harness/browser.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { furnish, WALKED, type Furnished } from './harness/walk/furnish.ts';
import { inTurn, rotation, structured, type Person, type Visit } from './harness/walk/plan.ts';
import { summary } from './harness/walk/summary.ts';
import { Walker, type Look } from './harness/walk/walker.ts';

/** On a machine that does much else: the limit of one test is meant for less. */
const LONGEST_MS = 20 * 60_000;

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
  beforeAll(async () => {
    app = await startPreparedApp(WALKED);
    [wide, furnished] = await Promise.all([launchBrowser('dejavu'), furnish(app)]);
  });
  afterAll(async () => {
    await wide?.close();
    await app?.close();
  });

  it(
    'in every language, as visitor and as customer',
    async () => {
      const visits = rotation(furnished.views);
      const withStructure = structured(visits);
      const lookOf = (visit: Visit): Look => {
        // The contrast of colours is the same in every language.
        if (visit.language === 'en') return 'everything';
        return withStructure.has(visit) ? 'structure' : 'room';
      };
      const paths = [...new Set(visits.map(({ route }) => route.split('?')[0]))];
      const faults = await Promise.all(
        WALKERS.map(async (who, place) => {
          const walkersOfWho = WALKERS.flatMap((one, i) => (one === who ? [i] : []));
          // One walker opens all pages of a path: the server limits what a customer may read at once.
          const own = new Set(paths.filter((_, i) => walkersOfWho[i % walkersOfWho.length] === place));
          const share = visits.filter(visit => visit.who === who && own.has(visit.route.split('?')[0]));
          const walker = await Walker.start({ browser: wide, webUrl: app.webUrl, furnished, who });
          return walker.look(inTurn(share), lookOf);
        }),
      );
      expect(summary(faults.flat(), visits.length)).toBe(summary([], visits.length));
    },
    LONGEST_MS,
  );
});
