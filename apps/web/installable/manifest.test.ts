import { LANGUAGES } from '@tallystick/protocol/languages';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawPicture, PICTURES } from './icons.ts';
import { manifestIn } from './manifest.ts';

describe.each(LANGUAGES)('the manifest in %s', language => {
  const manifest = manifestIn(language, '/web/');

  test('is of one app, and all of it lies below the app’s folder', () => {
    expect(manifest).toMatchObject({
      id: '/web/',
      start_url: '/web/',
      scope: '/web/',
      display: 'standalone',
    });
    const addresses = [...manifest.icons.map(({ src }) => src), ...manifest.shortcuts.map(({ url }) => url)];
    for (const address of addresses) expect(address).toMatch(/^\/web\/(icons\/|#\/pages\/)/);
  });

  test('names its four short ways, shortly', () => {
    expect(manifest.shortcuts).toHaveLength(4);
    for (const { name } of manifest.shortcuts) expect(name.length).toBeLessThanOrEqual(14);
  });
});

test.each(PICTURES.map(picture => [picture.file, picture] as const))(
  '%s is drawn at its size',
  async (_file, picture) => {
    const { data, info } = await sharp(await drawPicture(picture))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([picture.size, picture.size]);
    const alpha = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3];
    // What phones cut to a shape of their own reaches to every corner; the others have theirs.
    const isFull = picture.kind === 'maskable' || picture.kind === 'full';
    expect(alpha(0, 0)).toBe(isFull ? 255 : 0);
    expect(alpha(picture.size - 1, picture.size - 1)).toBe(isFull ? 255 : 0);
    const isWhite = data.every(
      (value, index) => index % 4 === 3 || data[index - (index % 4) + 3] === 0 || value === 255,
    );
    expect(isWhite).toBe(picture.kind === 'badge');
  },
);
