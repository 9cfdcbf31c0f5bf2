import type { CallInput, CallName, CallOutput } from '@tallystick/protocol';
import { observeClockAhead, serverClock } from './server-clock.ts';
import { ApiError } from './errors.ts';
import { currentSession, endSession, sessionLost } from './session.ts';
import { createSignal } from './signal.ts';

/** For requests, uploads and downloads (specification, section 7). */
export const TIMEOUT_MS = 60_000;

export type FieldValue = string | number | boolean | null | undefined;
export type Fields = Readonly<Record<string, FieldValue>>;

export interface CallOptions {
  /** The same key with the same input returns the first result: safe to retry. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Emits after each call: the server answered, did not answer, or announced maintenance. */
export const reachability = createSignal<'reachable' | 'unreachable' | 'maintenance'>();

/** A call was refused because new terms wait for the customer's consent. */
export const termsAsked = createSignal<void>();

let language = 'en';

/** Sets the language header of every call. */
export function setRequestLanguage(code: string): void {
  language = code;
}

/** Input of a call; fields without a value are not sent. */
export type Asked<Name extends CallName> = {
  readonly [Field in keyof CallInput<Name>]: CallInput<Name>[Field] | undefined;
};

interface Envelope {
  readonly type?: string;
  readonly code?: string | number;
  readonly message?: unknown;
  readonly msg?: unknown;
  readonly data?: unknown;
}

function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && ('type' in value || 'code' in value);
}

function isSuccess(envelope: Envelope): boolean {
  return envelope.type === 'ok' || Number(envelope.code) === 1 || Number(envelope.code) === 200;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Encodes as `application/x-www-form-urlencoded`; absent values are left out. */
export function encodeFields(fields: Fields): URLSearchParams {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) encoded.append(name, String(value));
  }
  return encoded;
}

/**
 * Unwraps a reply; `sentWith` is the token of its request, if any. Throws {@link ApiError}. On type 999 it also ends
 * the session, but not if a newer session has begun since the request.
 */
export function readEnvelope(status: number, reply: unknown, sentWith: string | undefined): unknown {
  if (!isEnvelope(reply)) {
    throw new ApiError(status === 503 ? 'maintenance' : 'bad_reply', '', status);
  }
  if (isSuccess(reply) && status < 400) return reply.data ?? reply.message;
  const message = asText(reply.message) || asText(reply.msg);
  if (String(reply.type) === '999') {
    if (sentWith !== undefined && currentSession()?.token === sentWith) {
      endSession();
      sessionLost.emit(message);
    }
    throw new ApiError('session_invalid', message, status, asRecord(reply.data));
  }
  if (reply.code === 'terms_not_accepted') termsAsked.emit();
  throw new ApiError(
    asText(reply.code) || String(reply.code ?? 'unknown'),
    message,
    status,
    asRecord(reply.data),
  );
}

/** Replies with the server's time set the clock that countdowns follow. */
function observeClock(data: unknown, sentMs: number, heardMs: number): void {
  const { server_time_ms: named, clock_ahead_ms: ahead } = asRecord(data);
  if (typeof named === 'number') serverClock.observe(named, sentMs, heardMs);
  if (typeof ahead === 'number') observeClockAhead(ahead);
}

/** The headers of every request: language and token. */
export function requestHeaders(): Record<string, string> {
  const session = currentSession();
  const headers: Record<string, string> = { lang: language, Accept: 'application/json' };
  if (session) headers['Authorization'] = session.token;
  return headers;
}

async function send(
  method: string,
  path: string,
  body: URLSearchParams | undefined,
  options: CallOptions,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const headers = requestHeaders();
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;

  const sentMs = Date.now();
  let response: Response;
  let reply: unknown;
  let heardMs = sentMs;
  try {
    response = await fetch(`/api/${path}`, { method, headers, signal, ...(body ? { body } : {}) });
    heardMs = Date.now();
    const text = await response.text();
    reply = text.startsWith('{') ? JSON.parse(text) : undefined;
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    if (cause instanceof SyntaxError) throw new ApiError('bad_reply', '', 0);
    reachability.emit('unreachable');
    throw new ApiError(timeout.aborted ? 'timeout' : 'network_error', '', 0);
  }
  const inMaintenance = response.status === 503 && isEnvelope(reply) && reply.code === 'maintenance';
  reachability.emit(inMaintenance ? 'maintenance' : 'reachable');
  const data = readEnvelope(response.status, reply, headers['Authorization']);
  observeClock(data, sentMs, heardMs);
  return data;
}

/**
 * Makes one call of packages/protocol, form-encoded: `callApi('POST user/login', { … })`. Resolves to the
 * reply's data; throws {@link ApiError}.
 */
export async function callApi<Name extends CallName>(
  name: Name,
  input: Asked<Name>,
  options: CallOptions = {},
): Promise<CallOutput<Name>> {
  const space = name.indexOf(' ');
  const method = name.slice(0, space);
  const path = name.slice(space + 1);
  const fields = encodeFields(input as Fields);
  const query = method === 'GET' ? fields.toString() : '';
  const data = await send(
    method,
    query ? `${path}?${query}` : path,
    method === 'GET' ? undefined : fields,
    options,
  );
  return data as CallOutput<Name>;
}
