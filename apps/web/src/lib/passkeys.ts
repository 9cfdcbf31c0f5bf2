import type { CallOutput } from '@tallystick/protocol';

type Options = CallOutput<'POST user/passkey_options'>['options'];

/** Why passkeys cannot be used: the address has no name, or the browser lacks them; undefined if they can. */
export function passkeyObstacle({ hostname } = window.location): 'address' | 'browser' | undefined {
  if (isNumbered(hostname)) return 'address';
  // Browsers offer them at secure addresses only: https, or localhost.
  return typeof window.PublicKeyCredential === 'function' ? undefined : 'browser';
}

/** Whether a host is an IP address: those cannot own passkeys (WebAuthn, "effective domain"). */
function isNumbered(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}

/** The same page on localhost, if the address is this machine's number; otherwise undefined. */
export function namedAddress({ href } = window.location): string | undefined {
  const url = new URL(href);
  if (!/^(?:127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return undefined;
  url.hostname = 'localhost';
  return url.href;
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
    // To reveal nothing, browsers report the same error for "cancelled", "took too long" and "has no such key".
    if (error instanceof Error && /NotAllowed|Abort/.test(`${error.name} ${error.message}`)) return undefined;
    throw error;
  }
}
