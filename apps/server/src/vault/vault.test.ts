import { describe, expect, it } from 'vitest';
import { Vault, VaultError } from './vault.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const PLACE = 'bank_card:17:number';
const NUMBER = '6222 0212 3456 7890';

describe('a sealed value', () => {
  const vault = new Vault([OLD]);

  it.each(['', 'a', NUMBER, '张伟 · Nguyễn', '\0'.repeat(100_000)])('opens to the same text', text => {
    expect(vault.openText(PLACE, vault.seal(PLACE, text))).toBe(text);
  });

  it('opens as the bytes it was', () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    expect(vault.open(PLACE, vault.seal(PLACE, bytes))).toEqual(Buffer.from(bytes));
  });

  it('contains nothing readable, and differs each time', () => {
    const one = vault.seal(PLACE, NUMBER);
    const two = vault.seal(PLACE, NUMBER);
    expect(one.includes('6222')).toBe(false);
    expect(one.equals(two)).toBe(false);
    expect(one).toHaveLength(33 + NUMBER.length);
  });

  it('does not open in another context', () => {
    const sealed = vault.seal(PLACE, NUMBER);
    for (const other of ['bank_card:18:number', 'bank_card:17:holder', '', `${PLACE} `]) {
      expect(() => vault.open(other, sealed)).toThrow(VaultError);
    }
  });

  it('does not open when any bit of it was changed', () => {
    const sealed = vault.seal(PLACE, NUMBER);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => vault.open(PLACE, changed), `bit ${bit}`).toThrow(VaultError);
    }
  });

  it('does not open when cut or lengthened', () => {
    const sealed = vault.seal(PLACE, NUMBER);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => vault.open(PLACE, sealed.subarray(0, length))).toThrow(VaultError);
    }
    expect(() => vault.open(PLACE, Buffer.concat([sealed, Buffer.of(0)]))).toThrow(VaultError);
  });

  it('opens when the driver returns a view into a larger buffer', () => {
    const sealed = vault.seal(PLACE, NUMBER);
    const view = Buffer.concat([Buffer.alloc(7), sealed, Buffer.alloc(7)]).subarray(7, 7 + sealed.length);
    expect(vault.openText(PLACE, view)).toBe(NUMBER);
  });
});

describe('changing keys', () => {
  it('opens what the older key sealed, and seals under the newer', () => {
    const sealed = new Vault([OLD]).seal(PLACE, NUMBER);
    const rotated = new Vault([NEW, OLD]);
    expect(rotated.openText(PLACE, sealed)).toBe(NUMBER);
    const resealed = rotated.seal(PLACE, NUMBER);
    expect(new Vault([NEW]).openText(PLACE, resealed)).toBe(NUMBER);
    expect(() => new Vault([OLD]).open(PLACE, resealed)).toThrow(/which is not given/);
  });

  it('has fingerprints by older keys, too', () => {
    const [old] = new Vault([OLD]).fingerprints('document', NUMBER);
    const [newest, ...older] = new Vault([NEW, OLD]).fingerprints('document', NUMBER);
    expect(older).toEqual([old]);
    expect(newest).not.toEqual(old);
  });

  it('refuses invalid keys', () => {
    expect(() => new Vault([])).toThrow(RangeError);
    expect(() => new Vault([Buffer.alloc(16)])).toThrow(RangeError);
  });
});

describe('fingerprints', () => {
  const vault = new Vault([OLD]);
  const print = (context: string, value: string) => vault.fingerprints(context, value)[0].toString('hex');

  it('are equal for equal values in one context only', () => {
    expect(print('document', 'CN:1')).toBe(print('document', 'CN:1'));
    expect(print('document', 'CN:1')).not.toBe(print('document', 'CN:2'));
    expect(print('document', 'CN:1')).not.toBe(print('card', 'CN:1'));
    expect(print('a', 'bc')).not.toBe(print('ab', 'c'));
  });
});
