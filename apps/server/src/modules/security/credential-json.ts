import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { CallFailure } from '../../http/call-failure.ts';

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
const clientData = z.object({ challenge: base64url, origin: z.string() });

const shared = { id: base64url, rawId: base64url, type: z.literal('public-key') };
const registration = z.looseObject({
  ...shared,
  response: z.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});
const assertion = z.looseObject({
  ...shared,
  response: z.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().optional(),
  }),
});

export interface ReadCredential<Json> {
  readonly json: Json;
  /** Not trusted by themselves: the signed data contains both. */
  readonly challenge: string;
  readonly origin: string;
}

/** The browser's answer when adding a passkey. Throws passkey_failed for anything else. */
export function readRegistration(text: string): ReadCredential<RegistrationResponseJSON> {
  const json = read(registration, text);
  return { json: json as unknown as RegistrationResponseJSON, ...claims(json.response.clientDataJSON) };
}

/** The browser's answer when logging in. Throws passkey_failed for anything else. */
export function readAssertion(text: string): ReadCredential<AuthenticationResponseJSON> {
  const json = read(assertion, text);
  return { json: json as unknown as AuthenticationResponseJSON, ...claims(json.response.clientDataJSON) };
}

export function passkeyFailed(): CallFailure {
  return new CallFailure('passkey_failed', { field: 'credential' });
}

function claims(clientDataJson: string): z.output<typeof clientData> {
  return read(clientData, Buffer.from(clientDataJson, 'base64url').toString('utf8'));
}

function read<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw passkeyFailed();
  }
  const result = schema.safeParse(value);
  if (!result.success) throw passkeyFailed();
  return result.data;
}
