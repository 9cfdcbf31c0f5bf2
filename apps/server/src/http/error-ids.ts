import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A failure, for looking it up later. */
export interface ErrorReport {
  readonly source: 'call' | 'desk' | 'socket' | 'page';
  /** The route as registered, without parameters. */
  readonly route: string;
  readonly status: number;
  readonly code: string;
  /** Null: answered on purpose, such as `busy`. */
  readonly error: unknown;
  readonly customerId: number | null;
  readonly operatorId: number | null;
}

export interface ErrorReporter {
  /** Never throws; returns the id at once. */
  report(report: ErrorReport): string;
}

/** No letters that look like digits; ten of them are 50 random bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export function newErrorId(): string {
  return Array.from(randomBytes(10), byte => ALPHABET[byte & 31]).join('');
}

export const ERROR_ID_HEADER = 'x-error-id';

/** For servers that do not keep errors. */
export const NO_ERROR_LOG: ErrorReporter = { report: () => newErrorId() };

export function reportOf(request: FastifyRequest, status: number, code: string, error: unknown): ErrorReport {
  const route = request.routeOptions?.url ?? 'no route';
  return {
    source: !route.startsWith('/api/') ? 'page' : route.startsWith('/api/desk/') ? 'desk' : 'call',
    route: `${request.method} ${route}`,
    status,
    code,
    error,
    customerId: request.session?.customerId ?? null,
    operatorId: request.operator?.id ?? null,
  };
}

/** Gives every answer with a status of 5xx an id, also if the error handler did not write it. */
export function markServerErrors(app: FastifyInstance, errors: ErrorReporter): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 500 && !reply.hasHeader(ERROR_ID_HEADER)) {
      reply.header(ERROR_ID_HEADER, errors.report(reportOf(request, reply.statusCode, 'unavailable', null)));
    }
    done(null, payload);
  });
}
