import { describe, expect, it } from 'vitest';
import { CallFailure } from '../../http/call-failure.ts';
import { completeFields, maskAddress, maskName, maskNumber } from './fields.ts';
import { isIdNumber, normalIdNumber } from './id-number.ts';
import { readBasicFields } from './wire.ts';

const INPUT = {
  country: 'VN',
  full_name: ' Nguyễn   Văn A ',
  id_number: '079-203 001234',
  contact_address: '12 Lê Lợi, Quận 1',
};

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof CallFailure) return `${error.code} ${error.data.field}`;
    throw error;
  }
  return 'accepted';
}

const read = (change: object) => () => completeFields(readBasicFields({ ...INPUT, ...change }));

describe('basic fields', () => {
  it('are cleaned', () => {
    expect(read({ region: ' Ho Chi Minh City ', latitude: '10.776889', longitude: '-106.7' })()).toEqual({
      country: 'VN',
      fullName: 'Nguyễn Văn A',
      birthDate: null,
      idNumber: '079203001234',
      contactAddress: '12 Lê Lợi, Quận 1',
      region: 'Ho Chi Minh City',
      latitude: '10.776889',
      longitude: '-106.7',
    });
  });

  it.each(["O'Brien", '张伟', 'สมชาย ใจดี', '김 민준', 'María-José d’Ors', 'J. R. Smith', '阿·里'])(
    'take the name %s',
    name => {
      expect(codeOf(read({ full_name: name }))).toBe('accepted');
    },
  );

  it.each([
    [{ full_name: 'A' }, 'full_name_invalid full_name'],
    [{ full_name: 'Agent 007' }, 'full_name_invalid full_name'],
    [{ full_name: '<b>Bob</b>' }, 'full_name_invalid full_name'],
    [{ full_name: '' }, 'full_name_invalid full_name'],
    [{ country: 'XX' }, 'invalid_input country'],
    [{ id_number: '1234' }, 'id_number_invalid id_number'],
    [{ id_number: 'ABCDEFG' }, 'id_number_invalid id_number'],
    [{ contact_address: 'a1' }, 'contact_address_invalid contact_address'],
    [{ contact_address: '12345 678' }, 'contact_address_invalid contact_address'],
    [{ latitude: '10' }, 'missing_field longitude'],
    [{ longitude: '10' }, 'missing_field latitude'],
    [{ latitude: '90.1', longitude: '0' }, 'invalid_input latitude'],
    [{ latitude: '0', longitude: '-180.5' }, 'invalid_input longitude'],
    [{ country: undefined }, 'missing_field country'],
    [{ full_name: undefined }, 'missing_field full_name'],
    [{ id_number: undefined }, 'missing_field id_number'],
    [{ contact_address: undefined }, 'missing_field contact_address'],
    [{ contact_address: undefined, region: 'Hue' }, 'missing_field contact_address'],
  ])('refuse %o', (change, expected) => {
    expect(codeOf(read(change))).toBe(expected);
  });
});

describe('document numbers', () => {
  it.each([
    // From GB 11643-1999, and published samples of the others.
    ['CN', '11010519491231002X', true],
    ['CN', '110105194912310021', false],
    ['CN', 'E12345678', true],
    ['TH', '1101700207030', true],
    ['TH', '1101700207031', false],
    ['ES', '12345678Z', true],
    ['ES', '12345678A', false],
    ['ES', 'X1234567L', true],
    ['VN', '079203001234', true],
    ['VN', '079203001234;', false],
  ])('%s %s: %s', (country, number, expected) => {
    expect(isIdNumber(country, number)).toBe(expected);
  });

  it('are compared without blanks, hyphens, case and width', () => {
    expect(normalIdNumber(' ab-12 ３4.x ')).toBe('AB1234X');
  });
});

describe('what the owner sees again', () => {
  it('is masked', () => {
    expect(maskName('Nguyễn Văn A')).toBe('N***** V** A');
    expect(maskName('张伟')).toBe('张*');
    expect(maskNumber('079203001234')).toBe('********1234');
    expect(maskNumber('12345')).toBe('***45');
    expect(maskAddress('12 Lê Lợi, Quận 1')).toBe('12 Lê ***');
  });
});
