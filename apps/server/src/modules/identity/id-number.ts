/** Identity cards and passports alike: letters and digits, no more. */
const GENERAL = /^[A-Z0-9]{5,24}$/;

/** As it is kept and compared: upper case, without what people put between groups. */
export function normalIdNumber(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s./-]/g, '');
}

/**
 * Whether a normal number can be one of an identity document of the country. Where a country's card has a check
 * digit, a typing mistake is noticed; anything that is not shaped like that card may be a passport.
 */
export function isIdNumber(country: string, number: string): boolean {
  if (!GENERAL.test(number) || !/\d.*\d.*\d/.test(number)) return false;
  if (country === 'CN' && /^\d{17}[\dX]$/.test(number)) return chineseCheckHolds(number);
  if (country === 'TH' && /^\d{13}$/.test(number)) return thaiCheckHolds(number);
  if (country === 'ES' && /^[XYZ\d]\d{7}[A-Z]$/.test(number)) return spanishCheckHolds(number);
  return true;
}

/** GB 11643-1999: ISO 7064 MOD 11-2 over the first 17 digits. */
function chineseCheckHolds(number: string): boolean {
  let sum = 0;
  for (let at = 0; at < 17; at++) sum += Number(number[at]) * (2 ** (17 - at) % 11);
  return number[17] === '10X98765432'[sum % 11];
}

/** Thai national identification number: weights 13 to 2, modulo 11. */
function thaiCheckHolds(number: string): boolean {
  let sum = 0;
  for (let at = 0; at < 12; at++) sum += Number(number[at]) * (13 - at);
  return Number(number[12]) === (11 - (sum % 11)) % 10;
}

/** DNI and NIE: the letter is the number modulo 23; X, Y, Z stand for 0, 1, 2. */
function spanishCheckHolds(number: string): boolean {
  const digits = number.slice(0, 8).replace(/^[XYZ]/, letter => String('XYZ'.indexOf(letter)));
  return number[8] === 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digits) % 23];
}
