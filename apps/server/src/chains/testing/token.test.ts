import { expect, it } from 'vitest';
import { compileToken } from './compile-token.ts';

it('the token’s code is what its source compiles to (vitest -u writes it anew)', async () => {
  await expect(`${compileToken()}\n`).toMatchFileSnapshot('Token.hex');
});
