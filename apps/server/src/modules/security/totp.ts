import { generateSecret, generateURI, verifySync } from 'otplib';

/** RFC 6238 with what all authenticator apps support: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
const ISSUER = 'Tallystick';
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret in Base32. */
export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/** The QR code's content; `account` is the name the app shows. */
export function totpUrl(secret: string, account: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret, period: PERIOD_S });
}

/**
 * The 30-second step of the code: the current one, or one before or after it, for phones whose clock is off. Null: none of
 * the three.
 */
export function matchingStep(secret: string, code: string, atMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(atMs / 1000),
    period: PERIOD_S,
    epochTolerance: PERIOD_S,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
