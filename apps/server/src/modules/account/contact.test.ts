import { describe, expect, it } from 'vitest';
import { emailContact, maskContact, phoneContact } from './contact.ts';

describe('e-mail addresses', () => {
  it.each([
    ['Jane.Doe@Example.COM ', 'jane.doe@example.com'],
    ["o'brien+tag@sub.example.co.uk", "o'brien+tag@sub.example.co.uk"],
    ['someone@bücher.example', 'someone@xn--bcher-kva.example'],
  ])('%s is %s', (text, target) => {
    expect(emailContact(text).target).toBe(target);
  });

  it.each([
    '',
    'nobody',
    '@example.com',
    'a@',
    'a@b',
    'a@b.c',
    'a b@example.com',
    'a..b@example.com',
    '.a@example.com',
    'a@-example.com',
    'a@example..com',
    'a@example.com\nbcc: b@example.com',
    '"a"@example.com',
    `${'a'.repeat(65)}@example.com`,
    'a@[127.0.0.1]',
    'a@1.2.3.4',
  ])('%j is none', text => {
    expect(() => emailContact(text)).toThrow('email_invalid');
  });
});

describe('phone numbers', () => {
  it.each([
    ['84', '0912345678', '+84912345678'],
    ['+84', '912 345 678', '+84912345678'],
    ['49', '0171/1234567', '+491711234567'],
    ['+1', '(212) 555-0123', '+12125550123'],
    ['81', '090-1234-5678', '+819012345678'],
  ])('%s %s is %s', (areaCode, phone, target) => {
    expect(phoneContact(areaCode, phone)).toEqual({ kind: 'phone', target });
  });

  it.each([
    ['84', '1'],
    ['84', 'call 0912345678 now'],
    ['84', '0912345678 ext. 5x'],
    ['1', '999 999 9999'],
    ['84', '+491711234567'],
  ])('%s %s is none', (areaCode, phone) => {
    expect(() => phoneContact(areaCode, phone)).toThrow('phone_invalid');
  });

  it('need a calling code that exists', () => {
    for (const areaCode of [undefined, '', '0', '999', '+']) {
      expect(() => phoneContact(areaCode, '0912345678')).toThrow('area_code_invalid');
    }
  });
});

describe('masks', () => {
  it.each([
    ['email', 'jane.doe@example.com', 'ja***@example.com'],
    ['email', 'abc@example.com', 'a***@example.com'],
    ['email', 'a@example.com', 'a***@example.com'],
    ['phone', '+84912345678', '+84******678'],
    ['phone', '+2901234', '+29***234'],
  ] as const)('%s %s is shown as %s', (kind, target, shown) => {
    expect(maskContact({ kind, target })).toBe(shown);
  });
});
