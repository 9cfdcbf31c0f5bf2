import { CALLING_CODES } from '@tallystick/protocol/calling-codes';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { expect, it } from 'vitest';

it('our calling codes are those that phone numbers are checked by', () => {
  const known = getCountries().map(country => [country, `+${getCountryCallingCode(country)}`]);
  expect([...CALLING_CODES].toSorted()).toEqual(known.toSorted());
});
