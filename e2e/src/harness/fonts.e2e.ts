import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { fontEnvironment } from './fonts.ts';
import { openPhone } from './phone.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test.each([
  ['zh', '限价交易'],
  ['en', 'Trade'],
  ['hk', '錢包訂單'],
  ['jp', 'ひらがなカタカナ注文'],
  ['kr', '주문지갑'],
  ['esp', 'ñ¿áü'],
  ['th', 'ซื้อขาย'],
  ['yn', 'ưuđãiếệ'],
])('the browser has letters for %s', async (_language, text) => {
  const phone = await openPhone(browser);
  const missing = await phone.page.evaluate(letters => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 60;
    const context = canvas.getContext('2d')!;
    const draw = (letter: string): string => {
      context.clearRect(0, 0, 60, 60);
      context.font = '32px sans-serif';
      context.fillText(letter, 10, 40);
      return context.getImageData(0, 0, 60, 60).data.join();
    };
    // No font has a private-use letter, and spaces draw nothing.
    const nothing = new Set([draw('\u{F8FE}'), draw(' ')]);
    return [...letters].filter(letter => nothing.has(draw(letter)));
  }, text);
  expect(missing).toEqual([]);
  await phone.close();
});

test("the browser finds none of the machine's fonts", () => {
  const config = readFileSync(fontEnvironment()['FONTCONFIG_FILE'] ?? '', 'utf8');
  const folders = [...config.matchAll(/<(?:dir|include)[^>]*>([^<]+)</g)].map(([, folder = '']) => folder);
  const packages = path.join(import.meta.dirname, '../../../node_modules');
  expect(folders.length).toBe(1);
  expect(folders.filter(folder => !folder.startsWith(packages))).toEqual([]);
});
