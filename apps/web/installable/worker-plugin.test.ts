import { describe, expect, test } from 'vitest';
import { describeBuild } from './worker-plugin.ts';

const SHELL = {
  'index.html': { file: 'assets/index-a.js', imports: ['_kit.js'], assets: ['assets/inter-a.woff2'] },
  'src/app/on-device.ts': { file: 'assets/device-a.js', imports: ['_kit.js'] },
  '_kit.js': { file: 'assets/kit-a.js', css: ['assets/kit-a.css'] },
  'src/pages/index/index.tsx': { file: 'assets/home-a.js', imports: ['_kit.js'] },
  'src/features/wallet/components/home-funds.tsx': { file: 'assets/funds-a.js' },
  'src/features/wallet/components/faucet-offer.tsx': { file: 'assets/faucet-a.js' },
  'src/ui/toast-view.ts': { file: 'assets/toast-a.js' },
};
const MANIFEST = {
  ...SHELL,
  'src/pages/trade/index.tsx': { file: 'assets/trade-a.js', imports: ['_kit.js', '_book.js'] },
  '_book.js': { file: 'assets/book-a.js', imports: ['_kit.js'] },
};

describe('what the worker is told of its build', () => {
  test('is the shell with all it imports, and each other source with what it brings beside it', () => {
    const build = describeBuild(MANIFEST, '<html>');
    expect(build.shell).toEqual([
      'assets/device-a.js',
      'assets/faucet-a.js',
      'assets/funds-a.js',
      'assets/home-a.js',
      'assets/index-a.js',
      'assets/inter-a.woff2',
      'assets/kit-a.css',
      'assets/kit-a.js',
      'assets/toast-a.js',
    ]);
    expect(build.parts).toEqual({ 'src/pages/trade/index.tsx': ['assets/trade-a.js', 'assets/book-a.js'] });
  });

  test('changes its version with any file, and with the page', () => {
    const { version } = describeBuild(MANIFEST, '<html>');
    expect(describeBuild(MANIFEST, '<html>').version).toBe(version);
    expect(describeBuild(MANIFEST, '<html lang>').version).not.toBe(version);
    const other = { ...MANIFEST, '_book.js': { file: 'assets/book-b.js' } };
    expect(describeBuild(other, '<html>').version).not.toBe(version);
  });

  test('a part of the shell that is not there any more fails the build', () => {
    expect(() => describeBuild({ ...MANIFEST, 'src/ui/toast-view.ts': undefined as never }, '')).toThrow(
      'src/ui/toast-view.ts is no part of the build',
    );
  });
});
