import { LANGUAGES } from '@tallystick/protocol';
import { expect, it } from 'vitest';
import { momentIn } from './terms-notice.ts';

const AT_MS = Date.UTC(2026, 10, 23, 4, 5);

it('writes the moment as the language does, never as a machine, and in the same UTC for all', () => {
  expect(momentIn('en', AT_MS)).toBe('23 November 2026 at 04:05 UTC');
  expect(momentIn('zh', AT_MS)).toBe('2026年11月23日 04:05 UTC');
  expect(momentIn('esp', AT_MS)).toContain('23 de noviembre de 2026');
  for (const language of LANGUAGES) {
    const moment = momentIn(language, AT_MS);
    expect(moment).toMatch(/2026.*\b0?4:05 UTC$|04:05.*2026 UTC$/u);
    expect(moment).not.toContain('2026-11-23');
  }
});
