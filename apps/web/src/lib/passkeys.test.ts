import { afterEach, describe, expect, it, vi } from 'vitest';
import { namedAddress, passkeyObstacle } from './passkeys.ts';

const at = (href: string) => new URL(href) as unknown as Location;

describe('passkeys', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each(['http://127.0.0.1:8080/', 'https://192.0.2.7/', 'http://[::1]:8080/'])(
    'do not work at %s',
    href => {
      vi.stubGlobal('window', { PublicKeyCredential: () => undefined });
      expect(passkeyObstacle(at(href))).toBe('address');
    },
  );

  it.each(['http://localhost:8080/', 'https://exchange.example/', 'https://10.example/'])(
    'work at %s',
    href => {
      vi.stubGlobal('window', { PublicKeyCredential: () => undefined });
      expect(passkeyObstacle(at(href))).toBeUndefined();
    },
  );

  it('need a browser that has them', () => {
    vi.stubGlobal('window', {});
    expect(passkeyObstacle(at('https://exchange.example/'))).toBe('browser');
  });

  it('have another address on this machine, the same page by its name', () => {
    const page = 'web/#/pages/settings/security/index';
    expect(namedAddress(at(`http://127.0.0.1:8080/${page}`))).toBe(`http://localhost:8080/${page}`);
    expect(namedAddress(at(`http://[::1]:8080/${page}`))).toBe(`http://localhost:8080/${page}`);
    expect(namedAddress(at(`http://192.0.2.7:8080/${page}`))).toBeUndefined();
  });
});
