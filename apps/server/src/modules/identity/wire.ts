import type { CallRequest, WireIdentity } from '@tallystick/protocol';
import { ADVANCED_FIELDS, BASIC_FIELDS } from '@tallystick/protocol/calls/identity';
import { CallFailure } from '../../http/call-failure.ts';
import { isCountry } from '../account/countries.ts';
import { maskAddress, maskName, maskNumber, missing, type BasicFields } from './fields.ts';
import { normalIdNumber } from './id-number.ts';
import type { Identity } from './service.ts';
import type { Application } from './store.ts';

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
  if (input.birth_date !== undefined) fields.birthDate = input.birth_date;
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

/** As the customer sees it: masked, because a session may be stolen. */
export function wireIdentity({ level, basic, advanced, fields, notes }: Identity): WireIdentity {
  return {
    level,
    basic: {
      ...decisionOf(basic, notes.basic, level !== 'none'),
      redo: redoOf(basic, BASIC_FIELDS),
      country: fields?.country ?? null,
      full_name: fields === null ? null : maskName(fields.fullName),
      birth_date: fields?.birthDate?.replace(/\d\d-\d\d$/, '**-**') ?? null,
      id_number: fields === null ? null : maskNumber(fields.idNumber),
      contact_address: fields === null ? null : maskAddress(fields.contactAddress),
    },
    advanced: {
      ...decisionOf(advanced, notes.advanced, level === 'advanced'),
      redo: redoOf(advanced, ADVANCED_FIELDS),
      front: advanced?.pictures?.front ?? null,
      back: advanced?.pictures?.back ?? null,
      holding: advanced?.pictures?.holding ?? null,
    },
  };
}

function decisionOf(application: Application | null, note: string | null, reached: boolean) {
  return {
    state: reached ? ('verified' as const) : (application?.state ?? ('unverified' as const)),
    submitted_at_ms: application?.submittedAtMs ?? null,
    decided_at_ms: application?.decidedAtMs ?? null,
    reason: application?.state === 'rejected' ? application.reason : null,
    note: application?.state === 'rejected' ? note : null,
  };
}

function redoOf<Field extends string>(application: Application | null, fields: readonly Field[]): Field[] {
  if (application?.state !== 'rejected') return [];
  return fields.filter(field => application.redo.some(one => one === field));
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
