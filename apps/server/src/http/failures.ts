import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure, Language } from '@tallystick/protocol';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerHeaders } from './answer-headers.ts';
import { DatabaseBusy, DatabaseOutcomeUnknown } from '../database/database-busy.ts';
import { CallFailure } from './call-failure.ts';
import { languageOf, type Attempt } from './call-router.ts';
import { ERROR_ID_HEADER, markServerErrors, reportOf, type ErrorReporter } from './error-ids.ts';
import { messageOf } from './messages/messages.ts';

export function failureEnvelope(failure: CallFailure, language: Language): Failure {
  return {
    type: failure.code === 'session_invalid' ? '999' : 'error',
    code: failure.code,
    message: messageOf(failure.code, language, failure.data),
    data: failure.data,
  };
}

/** Answers every failure before or in a handler with the envelope and a stable code. */
export function registerFailures(
  app: FastifyInstance,
  defaultLanguage: Language,
  errors: ErrorReporter,
): void {
  app.decorateRequest('attempt', null);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    sendFailure(request, reply, identified(request, error, errors), defaultLanguage);
  });
  markServerErrors(app, errors);
  const methods = methodsByPath(app);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = methods.get(path);
    if (allowed !== undefined) reply.header('allow', allowed.join(', '));
    const failure = new CallFailure(allowed === undefined ? 'not_found' : 'method_not_allowed');
    sendFailure(request, reply, failure, defaultLanguage);
  });
}

/** Methods of all routes registered later. The router is not asked, because it treats a path as a pattern. */
function methodsByPath(app: FastifyInstance): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    const added = [method].flat().filter(each => each !== 'HEAD');
    if (added.length > 0) methods.set(url, [...(methods.get(url) ?? []), ...added].toSorted());
  });
  return methods;
}

/** For failures before a route is found, such as a path that cannot be decoded. */
export function frameworkErrors(defaultLanguage: Language, errors: ErrorReporter) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
    sendFailure(request, reply, identified(request, error, errors), defaultLanguage);
}

/**
 * For input that never becomes a request: answered in the envelope, then the connection ends. The language is not known
 * yet, and nothing of the input is logged, because strangers choose its length.
 */
export class ConnectionErrors {
  readonly #defaultLanguage: Language;
  readonly #headers: AnswerHeaders;
  /** The newest of each connection. */
  readonly #responses = new WeakMap<Socket, ServerResponse>();

  constructor(defaultLanguage: Language, headers: AnswerHeaders) {
    this.#defaultLanguage = defaultLanguage;
    this.#headers = headers;
  }

  /** To be called for every request of the server. */
  readonly request = (request: IncomingMessage, response: ServerResponse): void => {
    this.#responses.set(request.socket, response);
  };

  readonly answer = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const response = this.#responses.get(socket);
    if (response?.req.complete && !response.writableEnded) {
      // A whole request came before these bytes. A refusal now would look like its answer, though it may be carried out.
      response.shouldKeepAlive = false;
      return;
    }
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW' || error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW';
    const failure = new CallFailure(tooLarge ? 'body_too_large' : 'invalid_input');
    const body = JSON.stringify(failureEnvelope(failure, this.#defaultLanguage));
    const head = [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      ...this.#headers.of('', undefined).map(([name, value]) => `${name}: ${value}`),
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: CallFailure,
  defaultLanguage: Language,
): void {
  const { retry_after_s: retryAfter, error_id: errorId } = failure.data;
  if (failure.code === 'operator_forbidden') {
    const path = request.url.split('?', 1)[0];
    request.log.warn(
      { operator: request.operator?.id, path, address: request.ip, ...failure.data },
      'an operator asked for what they have no right to',
    );
  }
  if (errorId !== undefined) reply.header(ERROR_ID_HEADER, errorId);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const envelope = failureEnvelope(failure, languageOf(request, defaultLanguage));
  void reply
    .code(failure.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(envelope));
}

/** Fastify's errors, by their code. */
const FASTIFY_CODES: Readonly<Record<string, CallFailure>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new CallFailure('unsupported_content_type'),
  FST_ERR_CTP_BODY_TOO_LARGE: new CallFailure('body_too_large'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new CallFailure('invalid_json'),
  FST_ERR_CTP_INVALID_JSON_BODY: new CallFailure('invalid_json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new CallFailure('invalid_input'),
  FST_ERR_BAD_URL: new CallFailure('not_found'),
};

/** Our own failures get the id under which log and desk show them. */
function identified(
  request: FastifyRequest,
  error: FastifyError | CallFailure,
  errors: ErrorReporter,
): CallFailure {
  const failure = named(failureOf(error, request.attempt), request.attempt);
  if (failure.status < 500) return failure;
  const cause = error instanceof CallFailure ? null : error;
  const errorId = errors.report(reportOf(request, failure.status, failure.code, cause));
  return new CallFailure(failure.code, { ...failure.data, error_id: errorId });
}

/** Who does not learn whether something was done asks again with the key, if the call has one. */
function named(failure: CallFailure, attempt: Attempt | null): CallFailure {
  if (failure.code !== 'outcome_unknown' || (attempt?.key ?? null) === null) return failure;
  return new CallFailure(failure.code, { ...failure.data, idempotency_key: attempt!.key! });
}

function failureOf(error: Error, attempt: Attempt | null): CallFailure {
  if (error instanceof CallFailure) return error;
  if (error instanceof DatabaseOutcomeUnknown) return new CallFailure('outcome_unknown');
  // One statement did nothing. Of a handler that may change something, an earlier one may have.
  if (error instanceof DatabaseBusy) return new CallFailure(attempt ? 'outcome_unknown' : 'busy');
  const { code, statusCode } = error as FastifyError;
  const known = FASTIFY_CODES[code];
  if (known !== undefined) return known;
  const status = statusCode ?? 500;
  if (status === 413) return new CallFailure('body_too_large');
  if (status >= 400 && status < 500) return new CallFailure('invalid_input');
  return new CallFailure('internal_error');
}
