import { calls, type CallName, type CallOutput, type Failure, type Success } from '@tallystick/protocol';
import type { InjectOptions } from 'fastify';

export interface Answer<Name extends CallName = CallName> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Success<CallOutput<Name>> | Failure;
}

export interface CallOptions {
  readonly token?: string;
  readonly key?: string;
  readonly lang?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends bodies as JSON instead of a form. */
  readonly json?: boolean;
  readonly address?: string;
}

export const CALL_NAMES = Object.keys(calls) as CallName[];

/** The request of a call, for tests that damage it. */
export function requestOf(name: CallName, input: object, options: CallOptions = {}): InjectOptions {
  const [method = '', path = ''] = name.split(' ');
  const headers: Record<string, string> = { ...options.headers };
  if (options.token !== undefined) headers['authorization'] = options.token;
  if (options.key !== undefined) headers['idempotency-key'] = options.key;
  if (options.lang !== undefined) headers['lang'] = options.lang;
  const request: InjectOptions = { method: method as 'GET' | 'POST' | 'PUT', url: `/api/${path}`, headers };
  if (options.address !== undefined) request.remoteAddress = options.address;
  if (method === 'GET') {
    request.query = Object.fromEntries(
      Object.entries(input)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [field, String(value)]),
    );
  } else if (options.json === true) {
    request.payload = input;
  } else {
    headers['content-type'] ??= 'application/x-www-form-urlencoded';
    const form = new URLSearchParams();
    for (const [field, value] of Object.entries(input))
      if (value !== undefined) form.set(field, String(value));
    request.payload = form.toString();
  }
  return request;
}
