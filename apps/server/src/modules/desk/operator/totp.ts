import { generateSecret, generateURI, verifySync } from 'otplib';

/** Codes of the step before and after count too: clocks differ. */
const TOLERANCE_S = 30;
const CODE = /^\d{6}$/;

export function newTotpSecret(): string {
  return generateSecret();
}

/** What the QR code says to an authenticator app. */
export function totpUri(secret: string, name: string): string {
  return generateURI({ issuer: 'Tallystick desk', label: name, secret });
}

/** Where the vault keeps it. */
export function totpPlace(operatorId: number): string {
  return `operator:${operatorId}:totp`;
}

/**
 * The code's time step, or null if it is wrong or not newer than `lastStep`: each code works once, so that a code seen
 * over a shoulder is worthless.
 */
export function totpStep(secret: string, code: string, atMs: number, lastStep: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!CODE.test(token)) return null;
  const result = verifySync({
    secret,
    token,
    epoch: Math.floor(atMs / 1000),
    epochTolerance: TOLERANCE_S,
  });
  if (!result.valid || !('timeStep' in result)) return null;
  return result.timeStep > lastStep ? result.timeStep : null;
}
