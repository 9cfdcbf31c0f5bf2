import type { Readable } from 'node:stream';
import {
  deskCalls,
  type DeskCall,
  type DeskCallName,
  type DeskCalls,
  type DeskOutput,
  type DeskRequest,
} from '@tallystick/protocol/desk';
import { isAllowed } from '@tallystick/protocol/desk/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { browserOf, type Browser } from './browser.ts';
import { sendStream, takingFile, type RegisterOptions } from './call-router.ts';
import { CallFailure } from './call-failure.ts';
import { describeCall } from './documentation.ts';
import { fileOf } from './files.ts';
import { parseInput } from './input.ts';
import type { DeskAuthenticator, Operator } from './operator.ts';
import type { RateLimits } from './rate-limits.ts';
import { tokenOf } from './session.ts';

export interface DeskCaller {
  readonly address: string;
  readonly device: string;
  readonly browser: Browser;
}

export type DeskContextOf<Name extends DeskCallName> = DeskCaller &
  (DeskCalls[Name]['auth'] extends 'none' ? unknown : { readonly operator: Operator }) &
  (DeskCalls[Name] extends { readonly file: string } ? { readonly file: Buffer } : unknown);

export type DeskHandler<Name extends DeskCallName> = (
  input: DeskRequest<Name>,
  context: DeskContextOf<Name>,
) => DeskOutput<Name> | Promise<DeskOutput<Name>>;

/** Registers one call of the desk with session, second factor, the role's right, schema, limits and envelope. */
export type RegisterDeskCall = <Name extends DeskCallName>(
  name: Name,
  handler: DeskHandler<Name>,
  options?: RegisterOptions,
) => void;

type StreamedOutput = DeskOutput<
  {
    [Name in DeskCallName]: DeskCalls[Name] extends { readonly streamed: readonly string[] } ? Name : never;
  }[DeskCallName]
>;

export interface DeskRouterOptions {
  readonly authenticator: DeskAuthenticator;
  readonly limits: RateLimits | null;
  readonly checkReplies: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    operator: Operator | null;
  }
}

const MAX_DEVICE_LENGTH = 200;
/** A notice in eight languages is larger than anything customers send. */
const BODY_LIMIT_BYTES = 512 * 1024;

/** Like `createCallRouter`, for operators. Rights are checked here, before any input is read. */
export function createDeskRouter(app: FastifyInstance, options: DeskRouterOptions): RegisterDeskCall {
  app.decorateRequest('operator', null);
  return (name, handler, { fileLimitBytes = 0 } = {}) => {
    const call: DeskCall = deskCalls[name];
    const [method = '', path = ''] = name.split(' ');
    const readsQuery = method === 'GET';

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<string | Readable> {
      const raw = readsQuery ? request.query : (request.body ?? {});
      const input = parseInput(call.input, raw) as DeskRequest<typeof name>;
      const context = {
        address: request.ip,
        device: (request.headers['user-agent'] ?? '').slice(0, MAX_DEVICE_LENGTH),
        browser: browserOf(request, reply),
        operator: request.operator,
        ...(call.file === undefined ? {} : { file: fileOf(raw, call.file, fileLimitBytes) }),
      };
      if (!readsQuery) request.attempt = { key: null };
      // There is an operator wherever the call's definition requires one: see `admit`.
      const output = await handler(input, context as unknown as DeskContextOf<typeof name>);
      if (options.checkReplies) call.output.parse(output);
      if (call.streamed !== undefined) return sendStream(reply, output as StreamedOutput);
      reply.header('content-type', 'application/json; charset=utf-8');
      return `{"type":"ok","code":1,"message":"","data":${JSON.stringify(output)}}`;
    }

    async function admit(request: FastifyRequest): Promise<void> {
      if (call.auth === 'none') return;
      const token = tokenOf(request.headers.authorization);
      const found = token === null ? null : await options.authenticator.find(token, request.ip);
      if (found === null) throw new CallFailure('session_invalid');
      if (found.pending && call.auth !== 'pending') throw new CallFailure('totp_setup_required');
      // Before the right is looked at, so that a refusal says whose it was.
      request.operator = found.operator;
      const { permission } = call;
      if (permission !== 'self' && permission !== 'kind' && !isAllowed(found.operator.role, permission)) {
        throw new CallFailure('operator_forbidden', { permission });
      }
    }

    const route: RouteOptions = {
      method: method as 'GET' | 'POST',
      url: `/api/${path}`,
      config: {
        describe: () =>
          describeCall({ ...call, tag: 'desk', auth: call.auth === 'none' ? 'none' : 'session' }, readsQuery),
      },
      onRequest: [...(options.limits?.address(name) ?? []), admit],
      handler: answer,
    };
    if (call.file === undefined) app.route({ ...route, bodyLimit: BODY_LIMIT_BYTES });
    else void app.register(takingFile(route, call.file, fileLimitBytes));
  };
}
