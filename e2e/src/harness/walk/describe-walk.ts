import type { Browser } from 'playwright-core';
import type { Language } from '@tallystick/protocol/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../app.ts';
import { launchBrowser } from '../browser.ts';
import { startPreparedApp } from '../prepared-app.ts';
import { furnish, WALKED, type Furnished } from './furnish.ts';
import { apart, PEOPLE, rotation, type Visit } from './plan.ts';
import { summary } from './summary.ts';
import { Walker, type Look } from './walker.ts';

/** The contrast of colours is the same in every language. */
const lookOf = ({ language }: Visit): Look => (language === 'en' ? 'everything' : 'structure');

/**
 * The tests of every page in some languages, with something on it, where the app's own typeface does not arrive and
 * letters are as wide as they get: what fits then, fits. `npm run walk` goes through all combinations.
 */
export function describeWalk(languages: readonly Language[]): void {
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

    it.each(languages)('as visitor and as customer who read %s', async language => {
      const visits = rotation(furnished.views).filter(visit => visit.language === language);
      const faults = await Promise.all(
        PEOPLE.map(async who => {
          const walker = await Walker.start({ browser: wide, webUrl: app.webUrl, furnished, who });
          const own = visits.filter(visit => visit.who === who);
          const found = await walker.look(apart(own), lookOf);
          await walker.close();
          return found;
        }),
      );
      expect(summary(faults.flat(), visits.length)).toBe(summary([], visits.length));
    });
  });
}
