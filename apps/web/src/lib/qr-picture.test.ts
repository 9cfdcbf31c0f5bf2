import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { qrPath } from './qr-picture.ts';

/** The modules that a path fills, computed without a browser. */
function fill(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let i = 0; i < Number(width); i++) {
      const row = modules[Number(y)];
      if (row) row[Number(x) + i] = true;
    }
  }
  return modules;
}

describe('qrPath', () => {
  it.each([
    '',
    'a',
    'otpauth://totp/Tallystick:a?secret=ABC',
    'ethereum:0x52908400098527886E0F7030069857D2E4169EE7',
  ])('fills exactly the dark modules of “%s”', text => {
    const { data } = encode(text, { ecc: 'M', border: 4 });
    expect(fill(qrPath(data), data.length)).toEqual(data);
  });
});
