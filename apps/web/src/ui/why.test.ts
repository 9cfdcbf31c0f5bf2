import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ApiError, helpCodeOf } from '#lib/errors.ts';

const SRC = join(import.meta.dirname, '..');

it('a refusal leads to its article by its code; what says all there is, and no code, leads nowhere', () => {
  const codeOf = (code: string) => helpCodeOf(new ApiError(code, 'No.', 409));
  expect(codeOf('insufficient_balance')).toBe('insufficient_balance');
  expect(codeOf('network_error')).toBe('network_error');
  expect(codeOf('session_invalid')).toBeUndefined();
  expect(codeOf('maintenance')).toBeUndefined();
  expect(codeOf('"><script>')).toBeUndefined();
  expect(helpCodeOf(new Error('broken'))).toBeUndefined();
});

/** Files that may use `errorText` directly: they have no room for the link, or add it themselves. */
const SENTENCE_ONLY = [
  'features/chat/components/use-chat.ts',
  'features/option/components/use-buy-option.ts',
  'features/pictures/components/use-upload.ts',
  'i18n/error-text.ts',
  'pages/user/login/login1.tsx',
  'pages/user/login/register1.tsx',
  'ui/refusal.tsx',
  'ui/toast.ts',
  'ui/why.tsx',
];

it('every refusal is shown with the way to its article', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file));
  const bare = files.filter(
    file => !/\.test\.tsx?$/.test(file) && readFileSync(join(SRC, file), 'utf8').includes('errorText('),
  );
  expect(bare.toSorted()).toEqual(SENTENCE_ONLY);
});
