import { describe, expect, it } from 'vitest';
import { checkFundPasswordChange, checkPasswordChange, checkPhrase, isWeakPin } from './forms.ts';

describe('the login password', () => {
  const form = {
    old: 'old one',
    password: 'new one',
    repeat: 'new one',
    twoFactor: '',
    needsTwoFactor: false,
  };
  it.each([
    [{}, undefined],
    [{ old: '' }, 'enterPassword'],
    [{ password: '' }, 'enterNewPassword'],
    [{ password: '12345' }, 'passwordShort'],
    [{ password: 'old one' }, 'passwordSame'],
    [{ repeat: '' }, 'repeat'],
    [{ repeat: 'another' }, 'differ'],
    [{ needsTwoFactor: true }, 'enterTwoFactor'],
    [{ needsTwoFactor: true, twoFactor: '123456' }, undefined],
    // Six characters of two code units each.
    [{ password: '😀😀😀😀😀😀', repeat: '😀😀😀😀😀😀' }, undefined],
    [{ password: '😀😀😀' }, 'passwordShort'],
  ])('%o: %s', (change, code) => {
    expect(checkPasswordChange({ ...form, ...change })?.code).toBe(code);
  });
});

describe('the fund password', () => {
  const form = {
    proof: 'old' as const,
    old: '147258',
    code: '',
    password: '369258',
    repeat: '369258',
    twoFactor: '',
    needsTwoFactor: false,
  };
  it.each([
    [{}, undefined],
    [{ old: '1472' }, 'pinIncomplete'],
    [{ proof: 'code' as const, old: '' }, 'enterCode'],
    [{ proof: 'code' as const, old: '', code: '123456' }, undefined],
    [{ password: '36925' }, 'pinIncomplete'],
    [{ password: '123456' }, 'pinWeak'],
    [{ password: '147258' }, 'passwordSame'],
    [{ repeat: '3692' }, 'repeat'],
    [{ repeat: '369257' }, 'differ'],
    [{ needsTwoFactor: true, twoFactor: '12345' }, 'enterTwoFactor'],
  ])('%o: %s', (change, code) => {
    expect(checkFundPasswordChange({ ...form, ...change })?.code).toBe(code);
  });

  it.each(['000000', '123456', '654321', '890123', '135791', '121212', '147147', '147741'])(
    '%s is weak',
    pin => {
      expect(isWeakPin(pin)).toBe(true);
    },
  );
  it.each(['369258', '258147', '100001'.replace('1', '7'), '274916'])('%s is not', pin => {
    expect(isWeakPin(pin)).toBe(false);
  });
});

it.each([
  ['', undefined],
  ['   ', undefined],
  ['abc', 'phraseLength'],
  ['blue heron', undefined],
  ['x'.repeat(30), undefined],
  ['x'.repeat(31), 'phraseLength'],
])('the phrase “%s”: %s', (phrase, code) => {
  expect(checkPhrase(phrase)?.code).toBe(code);
});
