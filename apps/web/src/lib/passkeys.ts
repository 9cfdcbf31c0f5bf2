import type { CallOutput } from '@tallystick/protocol';

type Options = CallOutput<'POST user/passkey_options'>['options'];

/** Passkeys need a secure address: https, or this machine by the name of localhost. */
export function passkeysSupported(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Asks the device for a new passkey: the answer as JSON, or undefined if the customer changed their mind. */
export async function createPasskey(options: Options): Promise<string | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Json = Parameters<typeof startRegistration>[0]['optionsJSON'];
  return answer(startRegistration({ optionsJSON: options as unknown as Json }));
}

/** Asks the device to prove a passkey: the answer as JSON, or undefined if the customer changed their mind. */
export async function provePasskey(options: Options): Promise<string | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Json = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return answer(startAuthentication({ optionsJSON: options as unknown as Json }));
}

async function answer(asking: Promise<object>): Promise<string | undefined> {
  try {
    return JSON.stringify(await asking);
  } catch (error) {
    // Browsers say the same for "cancelled", "took too long" and "has no such key", so as to give nothing away.
    if (error instanceof Error && /NotAllowed|Abort/.test(`${error.name} ${error.message}`)) return undefined;
    throw error;
  }
}
