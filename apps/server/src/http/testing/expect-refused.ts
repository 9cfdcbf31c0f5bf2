import { ERROR_CODES, httpStatus, type ErrorCode } from '@tallystick/protocol';
import { expect } from 'vitest';
import type { Answer } from '../../testing/test-requests.ts';
import type { TestServer } from '../../testing/test-server.ts';

/** Checks the envelope: a stable code, its status, and a message. */
export function expectRefusal({ body, status }: Answer): ErrorCode {
  expect(body).toEqual({
    type: body.code === 'session_invalid' ? '999' : 'error',
    code: expect.toBeOneOf(ERROR_CODES),
    message: expect.stringMatching(/\S/),
    data: expect.any(Object),
  });
  const code = body.code as ErrorCode;
  expect(code).not.toBe('internal_error');
  expect(status).toBe(httpStatus(code));
  return code;
}

/** Also checks that nothing has changed since `before`. */
export async function expectRefused(server: TestServer, before: string, answer: Answer): Promise<ErrorCode> {
  const code = expectRefusal(answer);
  expect(await server.fingerprint()).toBe(before);
  return code;
}
