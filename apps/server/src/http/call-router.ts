import type { Readable } from 'node:stream';
import {
  calls,
  type Call,
  type CallName,
  type CallOutput,
  type CallRequest,
  type Calls,
  type ErrorCode,
  type Language,
} from '@tallystick/protocol';
import * as fields from '@tallystick/protocol/fields';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyPluginCallback,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import { browserOf } from './browser.ts';
import { CallFailure } from './call-failure.ts';
import type { Caller } from './caller.ts';
import { describeCall } from './documentation.ts';
import { fileOf, fileTooLarge } from './files.ts';
import { parseInput } from './input.ts';
import { chooseLanguage } from './languages.ts';
import { isMultipart, MULTIPART_OVERHEAD_BYTES, readMultipart } from './multipart.ts';
import type { RateLimits } from './rate-limits.ts';
import { disconnectSignal, streamBody } from './stream-body.ts';
import { tokenOf, type Authenticator, type Session } from './session.ts';

/** What a handler gets beside the input. */
export interface CallContext extends Caller {
  readonly log: FastifyBaseLogger;
  /** Allows caches to keep the public answer for this long; call it when the answer is known. */
  readonly cacheFor: (seconds: number) => void;
  /** For long work: aborted when the caller's connection ends before the answer. */
  readonly gone: () => AbortSignal;
}

type SessionOf<Name extends CallName> = Calls[Name]['auth'] extends 'session'
  ? { readonly session: Session }
  : Calls[Name]['auth'] extends 'optional'
    ? { readonly session: Session | null }
    : unknown;
type KeyOf<Name extends CallName> = Calls[Name] extends { readonly idempotent: true }
  ? { readonly idempotencyKey: string }
  : unknown;

type FileOf<Name extends CallName> = Calls[Name] extends { readonly file: string }
  ? { readonly file: Buffer }
  : unknown;

export type ContextOf<Name extends CallName> = CallContext & SessionOf<Name> & KeyOf<Name> & FileOf<Name>;

export type CallHandler<Name extends CallName> = (
  input: CallRequest<Name>,
  context: ContextOf<Name>,
) => CallOutput<Name> | Promise<CallOutput<Name>>;

export interface RegisterOptions {
  /** For calls with a file: its maximum size. */
  readonly fileLimitBytes?: number;
}

/** Registers one call of the protocol with its schema, session, idempotency key, limits, envelope and documentation. */
export type RegisterCall = <Name extends CallName>(
  name: Name,
  handler: CallHandler<Name>,
  options?: RegisterOptions,
) => void;

/** What a request may have done, and by which key its sender can ask. */
export interface Attempt {
  readonly key: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    /** Set when a handler begins that may change something. */
    attempt: Attempt | null;
  }
}

/** The code that currently refuses the call (`maintenance`, `product_off`), or null if it is open. */
export type Gate = (name: CallName) => ErrorCode | null;

export interface CallRouterOptions {
  readonly authenticator: Authenticator;
  readonly defaultLanguage: Language;
  /** Null: unlimited, for benchmarks. */
  readonly limits: RateLimits | null;
  /** Validate every reply against its schema, too: for tests, so that a wrong reply fails. */
  readonly checkReplies: boolean;
  /** Null: everything is open. */
  readonly gate: Gate | null;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const OK_START = '{"type":"ok","code":1,"message":"","data":';

export function createCallRouter(app: FastifyInstance, options: CallRouterOptions): RegisterCall {
  app.decorateRequest('session', null);
  return (name, handler, { fileLimitBytes = 0 } = {}) => {
    const call: Call = calls[name];
    const [method, path] = splitName(name);
    const readsQuery = method === 'GET';

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer | Readable> {
      const closed = options.gate?.(name) ?? null;
      if (closed !== null) throw new CallFailure(closed);
      const { session } = request;
      if (session !== null && options.limits !== null) await options.limits.customer(request);
      const raw = readsQuery ? request.query : (request.body ?? {});
      const input = parseInput(call.input, raw) as CallRequest<typeof name>;
      const context = contextOf(request, reply, options.defaultLanguage);
      if (call.idempotent === true) context.idempotencyKey = idempotencyKeyOf(request);
      if (call.file !== undefined) context.file = fileOf(raw, call.file, fileLimitBytes);
      // The context has what the call's definition requires: see SessionOf and KeyOf.
      if (!readsQuery) request.attempt = { key: context.idempotencyKey ?? null };
      const output = await handler(input, context as unknown as ContextOf<typeof name>);
      if (options.checkReplies) call.output.parse(output);
      if (call.streamed !== undefined) return sendStream(reply, output as CallOutput<StreamedCallName>);
      if (call.binary !== undefined) return sendBytes(reply, output as CallOutput<BinaryCallName>);
      reply.header('content-type', JSON_TYPE);
      return `${OK_START}${JSON.stringify(output)}}`;
    }

    const route: RouteOptions = {
      method,
      url: `/api/${path}`,
      config: { describe: () => describeCall(call, readsQuery) },
      handler: answer,
    };
    const hooks: OnRequestHook[] = [...(options.limits?.address(name) ?? [])];
    if (call.auth !== 'none') hooks.push(authenticate(options.authenticator, call.auth === 'session'));
    if (hooks.length > 0) route.onRequest = hooks;
    if (call.file === undefined) app.route(route);
    else void app.register(takingFile(route, call.file, fileLimitBytes));
  };
}

/** In a plugin scope of its own, so that only there bodies with files are parsed, up to the file's size. */
export function takingFile(route: RouteOptions, field: string, limitBytes: number): FastifyPluginCallback {
  return (scope, _options, done) => {
    readMultipart(scope, { files: 1, bodyLimit: limitBytes + MULTIPART_OVERHEAD_BYTES });
    scope.setErrorHandler<FastifyError>((error, request) => {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE' || !isMultipart(request)) throw error;
      throw fileTooLarge(field, limitBytes);
    });
    scope.route(route);
    done();
  };
}

type BinaryCallName = {
  [Name in CallName]: Calls[Name] extends { readonly binary: readonly string[] } ? Name : never;
}[CallName];

/** Private bytes of one customer: neither caches (see app.ts) nor other sites (see answer-headers.ts) may keep them. */
function sendBytes(reply: FastifyReply, { bytes, contentType }: CallOutput<BinaryCallName>): Buffer {
  reply.header('content-type', contentType);
  reply.header('content-disposition', 'inline');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

type StreamedCallName = {
  [Name in CallName]: Calls[Name] extends { readonly streamed: readonly string[] } ? Name : never;
}[CallName];

/** A failure ends the connection before the last chunk, so that browsers notice the incomplete file. */
export function sendStream(
  reply: FastifyReply,
  { chunks, contentType, fileName }: CallOutput<StreamedCallName>,
): Readable {
  reply.header('content-type', contentType);
  reply.header('content-disposition', `attachment; filename="${fileName}"`);
  return streamBody(reply.raw, chunks);
}

type OnRequestHook = onRequestHookHandler | onRequestAsyncHookHandler;

function splitName(name: CallName): [method: 'GET' | 'POST' | 'PUT', path: string] {
  const space = name.indexOf(' ');
  return [name.slice(0, space) as 'GET' | 'POST' | 'PUT', name.slice(space + 1)];
}

/** Puts the session on the request before its body is read; refuses if one is required and missing. */
function authenticate(authenticator: Authenticator, required: boolean) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const settle = (session: Session | null): void => {
      request.session = session;
      if (session === null && required) done(new CallFailure('session_invalid'));
      else done();
    };
    const token = tokenOf(request.headers.authorization);
    const session = token === null ? null : authenticator.find(token);
    if (session instanceof Promise) session.then(settle, done);
    else settle(session);
  };
}

interface OpenContext extends CallContext {
  session: Session | null;
  idempotencyKey?: string;
  file?: Buffer;
}

const MAX_DEVICE_LENGTH = 200;

function contextOf(request: FastifyRequest, reply: FastifyReply, defaultLanguage: Language): OpenContext {
  return {
    language: languageOf(request, defaultLanguage),
    address: request.ip,
    device: (request.headers['user-agent'] ?? '').slice(0, MAX_DEVICE_LENGTH),
    browser: browserOf(request, reply),
    log: request.log,
    cacheFor: seconds => reply.header('cache-control', `public, max-age=${seconds}`),
    gone: () => disconnectSignal(reply.raw),
    session: request.session,
  };
}

export function languageOf(request: FastifyRequest, defaultLanguage: Language): Language {
  const { headers } = request;
  const chosen = request.session?.language ?? null;
  return chooseLanguage(headers['lang'], chosen, headers['accept-language'], defaultLanguage);
}

function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const header = headers['idempotency-key'];
  if (header === undefined) throw new CallFailure('idempotency_key_required');
  const key = fields.idempotencyKey.safeParse(header);
  if (!key.success) throw new CallFailure('invalid_input', { field: 'idempotency_key' });
  return key.data;
}
