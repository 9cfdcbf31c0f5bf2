import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './modules/security/relying-party.ts';
import { shownAddress } from './shown-address.ts';

describe('the address that is printed', () => {
  it.each(['http://127.0.0.1:8080', 'http://0.0.0.0:8080', 'http://[::1]:8080', 'http://[::]:8080'])(
    'of %s is one where passkeys work',
    listening => {
      expect(shownAddress(listening)).toBe('http://localhost:8080');
      expect(relyingPartyOf(null).accepts(shownAddress(listening))).toBe(true);
    },
  );

  it('of one interface in the network stays as it is', () => {
    expect(shownAddress('http://192.0.2.7:8080')).toBe('http://192.0.2.7:8080');
  });
});
