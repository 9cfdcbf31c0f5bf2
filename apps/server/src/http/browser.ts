import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'tallystick_browser';
/** As long as browsers keep any; each use renews it. */
const KEPT_S = 400 * 86_400;

/** The browser a call comes from, by a token that scripts cannot read and other sites cannot send. */
export interface Browser {
  /** What it was given; nobody has checked it yet. Null: nothing. */
  readonly token: string | null;
  /** Gives it a token, which comes back with later calls. `secure`: over https only. */
  keep(token: string, secure: boolean): void;
}

export function browserOf(request: FastifyRequest, reply: FastifyReply): Browser {
  return {
    // Read when asked for: most calls do not.
    get token() {
      return browserTokenOf(request);
    },
    keep(token, secure) {
      const limits = `Path=/api; Max-Age=${KEPT_S}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
      reply.header('set-cookie', `${COOKIE}=${token}; ${limits}`);
    },
  };
}

/** The token of the browser a request comes from, which nobody has checked yet. Null: none. */
export function browserTokenOf(request: FastifyRequest): string | null {
  return cookieOf(request.headers.cookie);
}

function cookieOf(header: string | undefined): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === COOKIE && value !== undefined && value !== '') return value;
  }
  return null;
}
