import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'tallystick_browser';
/** As long as browsers keep a cookie; each use renews it. */
const KEPT_S = 400 * 86_400;

/** The browser of a call, by a token that scripts cannot read and other sites cannot send. */
export interface Browser {
  /** The token it sent, not verified yet. Null: none. */
  readonly token: string | null;
  /** Gives it a token that later calls send. `secure`: over https only. */
  keep(token: string, secure: boolean): void;
}

export function browserOf(request: FastifyRequest, reply: FastifyReply): Browser {
  return {
    // Parsed on demand, because most calls do not need it.
    get token() {
      return browserTokenOf(request);
    },
    keep(token, secure) {
      const limits = `Path=/api; Max-Age=${KEPT_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
      reply.header('set-cookie', `${COOKIE}=${token}; ${limits}`);
    },
  };
}

/** The browser token of a request, not verified yet. Null: none. */
export function browserTokenOf(request: FastifyRequest): string | null {
  return cookieOf(request.headers.cookie, COOKIE);
}

/** Of the `Cookie` header. Null: it has none of this name. */
export function cookieOf(header: string | undefined, wanted: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === wanted && value !== undefined && value !== '') return value;
  }
  return null;
}
