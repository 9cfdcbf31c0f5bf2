import { LANGUAGES } from '@tallystick/protocol/languages';
import type { PushMessage } from '@tallystick/protocol/push-message';
import { expect, test } from 'vitest';
import { routeOf, shownMessage } from './shown-message.ts';

const MESSAGE: PushMessage = {
  v: 1,
  topic: 'liquidation',
  title: 'Close to liquidation',
  body: 'BTC/USDT ×10 long: 2.1 % away.',
  route: '/pages/lever/index?position=17',
  tag: 'position-17',
  atMs: 1_770_000_000_000,
};

test('a message is shown as it is', () => {
  expect(shownMessage(JSON.stringify(MESSAGE), 'en', '/web/icons/')).toEqual({
    title: MESSAGE.title,
    options: {
      body: MESSAGE.body,
      tag: MESSAGE.tag,
      renotify: true,
      timestamp: MESSAGE.atMs,
      icon: '/web/icons/icon-192.png',
      badge: '/web/icons/badge-96.png',
      data: { route: MESSAGE.route },
    },
  });
});

test.each(LANGUAGES)('what cannot be read is told neutrally in %s, and leads to the notices', language => {
  for (const text of [undefined, '', 'hello', 'null', '[]', JSON.stringify({ ...MESSAGE, v: 2 })]) {
    const { title, options } = shownMessage(text, language, '/web/icons/');
    expect(title).toBe('Tallystick');
    expect(options.body).not.toBe('');
    expect(options.data.route).toBe('/pages/notice/index');
  }
});

test.each([
  [{ route: '/pages/assets/index' }, '/pages/assets/index'],
  [{ route: '//evil.example' }, '/pages/notice/index'],
  [{ route: 'https://evil.example' }, '/pages/notice/index'],
  [{}, '/pages/notice/index'],
  [null, '/pages/notice/index'],
])('a press on %j leads to %s', (data, route) => {
  expect(routeOf(data)).toBe(route);
});
