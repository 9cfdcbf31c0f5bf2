import { CallFailure } from '../../http/call-failure.ts';
import { isIdNumber } from './id-number.ts';

/** What basic verification asks for; kept sealed. */
export interface BasicFields {
  /** ISO 3166 alpha-2 */
  readonly country: string;
  readonly fullName: string;
  /** `1990-12-31`; null: not asked for */
  readonly birthDate: string | null;
  /** Upper case, without blanks and hyphens */
  readonly idNumber: string;
  readonly contactAddress: string;
  readonly region: string | null;
  /** Degrees, as decimal strings */
  readonly latitude: string | null;
  readonly longitude: string | null;
}

/** All fields, some from an earlier application. Throws missing_field, and id_number_invalid for the country. */
export function completeFields(fields: Partial<BasicFields>): BasicFields {
  const { country, fullName, idNumber, contactAddress } = fields;
  if (country === undefined) throw missing('country');
  if (fullName === undefined) throw missing('full_name');
  if (idNumber === undefined) throw missing('id_number');
  if (contactAddress === undefined) throw missing('contact_address');
  if (!isIdNumber(country, idNumber)) throw new CallFailure('id_number_invalid', { field: 'id_number' });
  const { birthDate = null, region = null, latitude = null, longitude = null } = fields;
  return { country, fullName, birthDate, idNumber, contactAddress, region, latitude, longitude };
}

export function missing(field: string): CallFailure {
  return new CallFailure('missing_field', { field });
}

/** `Nguyen Van A` → `N***** V** A`: enough for its owner to recognise. */
export function maskName(name: string): string {
  return name.replace(/(\p{L})([\p{L}\p{M}]+)/gu, (_, first: string, rest: string) => {
    return first + '*'.repeat([...rest].length);
  });
}

/** All but the last four characters hidden; half of a short one. */
export function maskNumber(number: string): string {
  const shown = Math.min(4, Math.floor(number.length / 2));
  return '*'.repeat(number.length - shown) + number.slice(number.length - shown);
}

/** Its first characters. */
export function maskAddress(address: string): string {
  const letters = [...address];
  const shown = Math.min(6, Math.floor(letters.length / 2));
  return `${letters.slice(0, shown).join('')}***`;
}
