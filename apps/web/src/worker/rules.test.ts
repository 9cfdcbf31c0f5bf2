import { expect, test } from 'vitest';
import { answererOf, isKeepable } from './rules.ts';
import { served } from './testing/fake-caches.ts';

const SCOPE = 'https://exchange.example/web/';

test.each([
  ['GET', 'navigate', '', 'page'],
  ['GET', 'navigate', '?share_text=hello', 'page'],
  ['GET', 'navigate', 'index.html', 'page'],
  ['GET', 'cors', 'assets/kit-42rmmJuD.js', 'part'],
  ['GET', 'cors', 'assets/inter-latin-B0GR15VX.woff2', 'part'],
  // All other requests always go to the server.
  ['GET', 'cors', '../api/wallet/list', 'network'],
  ['POST', 'cors', '../api/wallet/list', 'network'],
  ['GET', 'cors', '../api/pictures/17', 'network'],
  ['GET', 'navigate', '../desk/', 'network'],
  ['GET', 'cors', '../desk/assets/kit-42rmmJuD.js', 'network'],
  ['GET', 'cors', 'https://elsewhere.example/web/assets/kit-42rmmJuD.js', 'network'],
  ['GET', 'cors', 'sw.js', 'network'],
  ['GET', 'cors', 'manifest.en.webmanifest', 'network'],
  ['GET', 'navigate', 'tallystick-verify.mjs', 'network'],
  ['POST', 'navigate', '', 'network'],
  ['GET', 'cors', 'assets/../../api/wallet/list', 'network'],
  ['GET', 'cors', 'assets/plain.js', 'network'],
] as const)('%s (%s) of %s is answered by: %s', (method, mode, path, answerer) => {
  expect(answererOf({ method, mode, url: new URL(path, SCOPE).href }, SCOPE)).toBe(answerer);
});

test('only what is whole, ours and of the right kind is kept', () => {
  expect(isKeepable(served(''))).toBe(true);
  expect(isKeepable(served('', 'text/css'))).toBe(true);
  expect(isKeepable(served('', 'font/woff2'))).toBe(true);
  expect(isKeepable(served('', 'image/svg+xml'))).toBe(true);
  expect(isKeepable(served('', 'text/html'))).toBe(false);
  expect(isKeepable(served('', 'application/json'))).toBe(false);
  expect(isKeepable(served('', 'text/javascript', 404))).toBe(false);
  expect(isKeepable(served('', 'text/javascript', 206))).toBe(false);
  expect(isKeepable(new Response('', { headers: { 'content-type': 'text/javascript' } }))).toBe(false);
});
