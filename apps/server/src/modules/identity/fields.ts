import type { CallRequest } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import { isCountry } from '../account/countries.ts';
import { isIdNumber, normalIdNumber } from './id-number.ts';

/** What basic verification asks for; kept sealed. */
export interface BasicFields {
  /** ISO 3166 alpha-2 */
  readonly country: string;
  readonly fullName: string;
  /** Upper case, without blanks and hyphens */
  readonly idNumber: string;
  readonly contactAddress: string;
  readonly region: string | null;
  /** Degrees, as decimal strings */
  readonly latitude: string | null;
  readonly longitude: string | null;
}

/** Letters of any script with what stands between them in names; no digits. */
const NAME = /^\p{L}[\p{L}\p{M}\p{Zs}'’ʼ.·・,-]*$/u;
const MIN_ADDRESS_LENGTH = 5;

/**
 * The fields that were sent, cleaned. Throws invalid_input, full_name_invalid, id_number_invalid or
 * contact_address_invalid for what cannot be right; what was left out is left out.
 */
export function readBasicFields(input: CallRequest<'POST user/real_name'>): Partial<BasicFields> {
  const fields: { -readonly [Field in keyof BasicFields]?: BasicFields[Field] } = {};
  if (input.country !== undefined) {
    if (!isCountry(input.country)) throw new CallFailure('invalid_input', { field: 'country' });
    fields.country = input.country;
  }
  if (input.full_name !== undefined) fields.fullName = readName(input.full_name);
  if (input.id_number !== undefined) fields.idNumber = normalIdNumber(input.id_number);
  if (input.contact_address !== undefined) {
    fields.contactAddress = readAddress(input.contact_address);
    fields.region = input.region?.trim() || null;
    const place = readPlace(input.latitude, input.longitude);
    fields.latitude = place?.latitude ?? null;
    fields.longitude = place?.longitude ?? null;
  } else if (input.region !== undefined || input.latitude !== undefined || input.longitude !== undefined) {
    throw new CallFailure('missing_field', { field: 'contact_address' });
  }
  return fields;
}

/** All fields, some from an earlier application. Throws missing_field, and id_number_invalid for the country. */
export function completeFields(fields: Partial<BasicFields>): BasicFields {
  const { country, fullName, idNumber, contactAddress } = fields;
  if (country === undefined) throw missing('country');
  if (fullName === undefined) throw missing('full_name');
  if (idNumber === undefined) throw missing('id_number');
  if (contactAddress === undefined) throw missing('contact_address');
  if (!isIdNumber(country, idNumber)) throw new CallFailure('id_number_invalid', { field: 'id_number' });
  const { region = null, latitude = null, longitude = null } = fields;
  return { country, fullName, idNumber, contactAddress, region, latitude, longitude };
}

function missing(field: string): CallFailure {
  return new CallFailure('missing_field', { field });
}

function readName(text: string): string {
  const name = text.normalize('NFC').trim().replace(/\s+/gu, ' ');
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 2 || !NAME.test(name)) throw new CallFailure('full_name_invalid', { field: 'full_name' });
  return name;
}

function readAddress(text: string): string {
  const address = text.normalize('NFC').trim().replace(/\s+/gu, ' ');
  if (address.length < MIN_ADDRESS_LENGTH || !/\p{L}{2}/u.test(address)) {
    throw new CallFailure('contact_address_invalid', { field: 'contact_address' });
  }
  return address;
}

function readPlace(
  latitude: string | undefined,
  longitude: string | undefined,
): { latitude: string; longitude: string } | null {
  if (latitude === undefined && longitude === undefined) return null;
  if (latitude === undefined) throw missing('latitude');
  if (longitude === undefined) throw missing('longitude');
  if (Math.abs(Number(latitude)) > 90) throw new CallFailure('invalid_input', { field: 'latitude' });
  if (Math.abs(Number(longitude)) > 180) throw new CallFailure('invalid_input', { field: 'longitude' });
  return { latitude, longitude };
}

/** `Nguyen Van A` → `N***** V** A`: enough for the owner, nothing for who looks over their shoulder. */
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
