import type { Language } from '@tallystick/protocol/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterFurnishedApp, type FurnishedApp } from '../prepared-app.ts';
import { apart, PEOPLE, rotation, structured, type Person, type Visit } from './plan.ts';
import { summary } from './summary.ts';
import { Walker, type Look } from './walker.ts';

/**
 * Every page in these languages, with something on it, where the app's own typeface does not arrive and letters are as wide
 * as they get: what fits then, fits. The walk has a file for every two languages, as one would be on its way longer than
 * all others; they share one exchange. `npm run walk` goes through all combinations.
 */
export function describeWalk(languages: readonly Language[]): void {
  describe('the whole map can be walked', () => {
    let app: FurnishedApp;
    let walkers: readonly (readonly [Person, Walker])[];
    beforeAll(async () => {
      app = await enterFurnishedApp('dejavu');
      const { browser, webUrl, furnished } = app;
      walkers = await Promise.all(
        PEOPLE.map(async who => [who, await Walker.start({ browser, webUrl, furnished, who })] as const),
      );
    });
    afterAll(() => app?.close());

    it.each(languages)('as visitor and as customer who read %s', async language => {
      const all = rotation(app.furnished.views);
      const withStructure = structured(all);
      const lookOf = (visit: Visit): Look => {
        // The contrast of colours is the same in every language, and at every width.
        if (language === 'en') return 'everything';
        return withStructure.has(visit) ? 'structure' : 'room';
      };
      const visits = all.filter(visit => visit.language === language);
      const faults = await Promise.all(
        walkers.map(([who, walker]) => walker.look(apart(visits.filter(visit => visit.who === who)), lookOf)),
      );
      expect(summary(faults.flat(), visits.length)).toBe(summary([], visits.length));
    });
  });
}
