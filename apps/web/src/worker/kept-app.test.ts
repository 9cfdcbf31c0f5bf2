import { beforeEach, describe, expect, test } from 'vitest';
import type { AppBuild } from './build.ts';
import { KeptApp } from './kept-app.ts';
import { FakeCaches, served } from './testing/fake-caches.ts';

const SCOPE = 'https://exchange.example/web/';
const build = (version: string, hash: string): AppBuild => ({
  version,
  page: '',
  shell: [`assets/kit-${hash}.js`],
  parts: {
    'src/pages/trade/index.tsx': [`assets/trade-${hash}.js`, `assets/trade-${hash}.css`],
    'src/pages/lever/index.tsx': [`assets/lever-${hash}.js`],
    'src/i18n/en/spot.ts': [`assets/spot-en_${hash}.js`],
    'src/i18n/th/spot.ts': [`assets/spot-th_${hash}.js`],
  },
});
const FIRST = build('first', 'aaaaaaaa');
const SECOND = build('second', 'bbbbbbbb');

let caches: FakeCaches;
let asked: string[];
/** Replies that replace files; undefined: no answer. */
let instead: Map<string, Response | undefined>;
beforeEach(() => {
  caches = new FakeCaches();
  asked = [];
  instead = new Map();
});

function kept(of: AppBuild, timeoutMs = 4_000): KeptApp {
  return new KeptApp(of, {
    caches: caches as unknown as CacheStorage,
    scope: SCOPE,
    timeoutMs,
    fetch: async request => {
      const url = typeof request === 'string' ? request : request.url;
      const path = url.slice(SCOPE.length);
      asked.push(path);
      if (!instead.has(path)) {
        return served(
          `${of.version} ${path}`,
          path === '' ? 'text/html' : `text/${path.split('.').pop()}`.replace('js', 'javascript'),
        );
      }
      const answer = instead.get(path);
      if (!answer) throw new TypeError('Failed to fetch');
      return answer.clone();
    },
  });
}

const request = (path: string) => new Request(SCOPE + path);
const text = async (answer: Promise<Response>) => (await answer).text();

describe('installing', () => {
  test('keeps page and shell, nothing else', async () => {
    await kept(FIRST).install();
    expect(caches.paths('tallystick-app-first')).toEqual([
      '/web/',
      '/web/assets/kit-aaaaaaaa.js',
      '/web/parts.json',
    ]);
  });

  test('fails when a part of the shell fails to load, so that the previous version continues', async () => {
    instead.set('assets/kit-aaaaaaaa.js', served('<h1>sign in to the hotel</h1>', 'text/html'));
    await expect(kept(FIRST).install()).rejects.toThrow('cannot be kept');
  });

  test('stores the new versions of stored files, and tolerates a missing one', async () => {
    const first = kept(FIRST);
    await first.install();
    await first.keep([`${SCOPE}assets/trade-aaaaaaaa.js`, `${SCOPE}assets/spot-th_aaaaaaaa.js`]);
    instead.set('assets/spot-th_bbbbbbbb.js', undefined);
    await kept(SECOND).install();
    expect(caches.paths('tallystick-app-second')).toEqual([
      '/web/',
      '/web/assets/kit-bbbbbbbb.js',
      '/web/assets/trade-bbbbbbbb.css',
      '/web/assets/trade-bbbbbbbb.js',
      '/web/parts.json',
    ]);
  });

  test('deletes all versions but itself and the previous one, and no other caches', async () => {
    await caches.open('tallystick-app-zero');
    await kept(FIRST).install();
    await caches.open('tallystick-worker');
    const second = kept(SECOND);
    await second.install();
    await second.activate();
    expect(await caches.keys()).toEqual([
      'tallystick-app-first',
      'tallystick-worker',
      'tallystick-app-second',
    ]);
  });
});

describe('the page', () => {
  test('comes from the server while it answers, and is not stored: it may be of another version', async () => {
    const app = kept(FIRST);
    await app.install();
    instead.set('', served('of the next version', 'text/html'));
    expect(await text(app.page(request('')))).toBe('of the next version');
    instead.set('', undefined);
    expect(await text(app.page(request('')))).toBe('first ');
  });

  test.each([502, 503, 504])('is the kept one where a proxy answers %i', async status => {
    const app = kept(FIRST);
    await app.install();
    instead.set('', served('bad gateway', 'text/html', status));
    expect(await text(app.page(request('')))).toBe('first ');
  });

  test('is the stored one when the connection is dead', async () => {
    const app = kept(FIRST, 0);
    await app.install();
    const silent = new KeptApp(FIRST, {
      caches: caches as unknown as CacheStorage,
      scope: SCOPE,
      timeoutMs: 0,
      fetch: () => new Promise(() => undefined),
    });
    expect(await text(silent.page(request('')))).toBe('first ');
  });

  test('is whatever there is where nothing was kept', async () => {
    instead.set('', served('bad gateway', 'text/html', 502));
    expect((await kept(FIRST).page(request(''))).status).toBe(502);
    instead.set('', undefined);
    await expect(kept(FIRST).page(request(''))).rejects.toThrow('Failed to fetch');
  });
});

describe('a part', () => {
  test('is asked for once and kept', async () => {
    const app = kept(FIRST);
    await app.part(request('assets/lever-aaaaaaaa.js'));
    await app.part(request('assets/lever-aaaaaaaa.js'));
    expect(asked).toEqual(['assets/lever-aaaaaaaa.js']);
  });

  test('of another version is passed on and not stored', async () => {
    const app = kept(FIRST);
    expect(await text(app.part(request('assets/lever-bbbbbbbb.js')))).toContain('lever-bbbbbbbb');
    await app.part(request('assets/lever-bbbbbbbb.js'));
    expect(asked).toHaveLength(2);
  });

  test('of the version before is still there for pages that run it', async () => {
    const first = kept(FIRST);
    await first.install();
    await first.keep([`${SCOPE}assets/lever-aaaaaaaa.js`]);
    const second = kept(SECOND);
    await second.install();
    await second.activate();
    instead.set('assets/lever-aaaaaaaa.js', served('gone', 'text/html', 404));
    expect(await text(second.part(request('assets/lever-aaaaaaaa.js')))).toBe(
      'first assets/lever-aaaaaaaa.js',
    );
  });

  test('that is not of the expected type is not stored', async () => {
    const app = kept(FIRST);
    instead.set('assets/lever-aaaaaaaa.js', served('sign in', 'text/html'));
    await app.part(request('assets/lever-aaaaaaaa.js'));
    expect(caches.paths('tallystick-app-first')).toEqual([]);
  });
});

test('keeps what a page names, of this version and this app alone', async () => {
  await kept(FIRST).keep([
    `${SCOPE}assets/lever-aaaaaaaa.js`,
    `${SCOPE}assets/lever-bbbbbbbb.js`,
    'https://exchange.example/api/wallet/list',
    'https://elsewhere.example/web/assets/lever-aaaaaaaa.js',
  ]);
  expect(asked).toEqual(['assets/lever-aaaaaaaa.js']);
});

test('keeps the whole app, with the texts of one language', async () => {
  await kept(FIRST).keepAll('th');
  expect(asked.toSorted()).toEqual([
    'assets/lever-aaaaaaaa.js',
    'assets/spot-th_aaaaaaaa.js',
    'assets/trade-aaaaaaaa.css',
    'assets/trade-aaaaaaaa.js',
  ]);
});
