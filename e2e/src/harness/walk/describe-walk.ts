import type { Language } from '@tallystick/protocol/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import type { App } from '../app.ts';
import { launchBrowser } from '../browser.ts';
import { startPreparedApp } from '../prepared-app.ts';
import { furnish, WALKED, type Furnished } from './furnish.ts';
import { apart, PEOPLE, rotation, structured, type Person, type Visit } from './plan.ts';
import { summary } from './summary.ts';
import { Walker, type Look } from './walker.ts';

/** A hundred pages, also beside three other walks on a busy machine. */
const WALK_TIMEOUT_MS = 1_200_000;

/**
 * Every page in these languages, with something on it, where the app's own typeface does not arrive and letters are as wide
 * as they get: what fits then, fits. The walk has a file for every two languages, as one would be on its way longer than
 * all others; each has its own exchange, as a customer may ask for few
 * statements at once. `npm run walk` goes through all combinations.
 */
export function describeWalk(languages: readonly Language[]): void {
  describe('the whole map can be walked', () => {
    let app: App;
    let wide: Browser;
    let furnished: Furnished;
    let walkers: readonly (readonly [Person, Walker])[];
    beforeAll(async () => {
      app = await startPreparedApp(WALKED);
      const { webUrl } = app;
      [wide, furnished] = await Promise.all([launchBrowser('dejavu'), furnish(app)]);
      walkers = await Promise.all(
        PEOPLE.map(
          async who => [who, await Walker.start({ browser: wide, webUrl, furnished, who })] as const,
        ),
      );
    });
    afterAll(async () => {
      await wide?.close();
      await app?.close();
    });

    it.each(languages)(
      'as visitor and as customer who read %s',
      { timeout: WALK_TIMEOUT_MS },
      async language => {
        const all = rotation(furnished.views);
        const withStructure = structured(all);
        const lookOf = (visit: Visit): Look => {
          // The contrast of colours is the same in every language, and at every width.
          if (language === 'en') return 'everything';
          return withStructure.has(visit) ? 'structure' : 'room';
        };
        const visits = all.filter(visit => visit.language === language);
        const faults = await Promise.all(
          walkers.map(([who, walker]) =>
            walker.look(apart(visits.filter(visit => visit.who === who)), lookOf),
          ),
        );
        expect(summary(faults.flat(), visits.length)).toBe(summary([], visits.length));
      },
    );
  });
}
