import { LANGUAGES } from '@tallystick/protocol/languages';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from './harness/app.ts';
import { launchBrowser } from './harness/browser.ts';
import { startPreparedApp } from './harness/prepared-app.ts';
import { furnish, WALKED, type Furnished } from './harness/walk/furnish.ts';
import { apart, PEOPLE, rotation, type Person, type Visit } from './harness/walk/plan.ts';
import { summary } from './harness/walk/summary.ts';
import { Walker, type Look } from './harness/walk/walker.ts';

/** The contrast of colours is the same in every language. */
const lookOf = ({ language }: Visit): Look => (language === 'en' ? 'everything' : 'structure');

/**
 * Every page in every language, with something on it, where the app's own typeface does not arrive and letters are as
 * wide as they get: what fits then, fits. `npm run walk` goes through all combinations.
 */
describe('the whole map can be walked', () => {
  let app: App;
  let wide: Browser;
  let furnished: Furnished;
  let walkers: readonly (readonly [Person, Walker])[];
  beforeAll(async () => {
    app = await startPreparedApp(WALKED);
    [wide, furnished] = await Promise.all([launchBrowser('dejavu'), furnish(app)]);
    walkers = await Promise.all(
      PEOPLE.map(async who => {
        const walker = await Walker.start({ browser: wide, webUrl: app.webUrl, furnished, who });
        return [who, walker] as const;
      }),
    );
  });
  afterAll(async () => {
    await wide?.close();
    await app?.close();
  });

  it.each(LANGUAGES)('as visitor and as customer who read %s', async language => {
    const visits = rotation(furnished.views).filter(visit => visit.language === language);
    const faults = await Promise.all(
      walkers.map(([who, walker]) => walker.look(apart(visits.filter(visit => visit.who === who)), lookOf)),
    );
    expect(summary(faults.flat(), visits.length)).toBe(summary([], visits.length));
  });
});
