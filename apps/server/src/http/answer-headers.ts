import { ServerResponse, type IncomingMessage } from 'node:http';

export interface HeaderOptions {
  /** PUBLIC_URL; null: customers come to whatever address their browser names. */
  readonly publicUrl: string | null;
}

type Directives = Readonly<Record<string, readonly string[]>>;

const NONE: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** Scripts, styles, fonts and pictures of our own only; nothing that makes code or styles out of text. */
const APP: Directives = {
  ...NONE,
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'worker-src': ["'self'"],
  'require-trusted-types-for': ["'script'"],
  // Both apps have a service worker; the one policy of their own names its address, and nothing else.
  'trusted-types': ['tallystick-worker'],
};

/** swagger-ui writes descriptions as HTML, so Trusted Types would leave its page empty. */
const DOCUMENTATION: Directives = {
  ...NONE,
  'script-src': ["'self'"],
  // The one style that swagger-ui writes itself; policy.e2e.ts tells when another version writes another.
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
};

/** Of every answer, whatever it is. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), geolocation=(self), microphone=(), payment=(), usb=()'],
];

const YEAR_S = 31_536_000;

/** A host as browsers send it: letters, digits, dots and dashes or an IPv6 address, and perhaps a port. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[a-f\d:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Decides, here alone, the protecting headers of everything the server answers: pages, calls, refusals, redirects, and
 * what other listeners of the same port answer.
 */
export class AnswerHeaders {
  readonly #always: readonly (readonly [string, string])[];
  readonly #nothing: string;
  readonly #documentation: string;
  readonly #publicHost: string | null;
  readonly #secure: boolean;

  constructor({ publicUrl }: HeaderOptions) {
    this.#secure = publicUrl?.startsWith('https://') ?? false;
    this.#publicHost = publicUrl === null ? null : new URL(publicUrl).host;
    this.#always = this.#secure
      ? [...ALWAYS, ['strict-transport-security', `max-age=${YEAR_S}`] as const]
      : ALWAYS;
    this.#nothing = written(NONE);
    this.#documentation = this.#page(DOCUMENTATION);
  }

  /** Name and value of each; `url` and `host` as the request has them, well formed or not. */
  of(url: string, host: string | undefined): readonly (readonly [string, string])[] {
    return [...this.#always, ['content-security-policy', this.#policy(url, host)]];
  }

  #policy(url: string, host: string | undefined): string {
    if (/^\/(?:web|desk)\//.test(url)) return this.#page({ ...APP, 'connect-src': this.#ownOrigin(host) });
    return /^\/api\/docs(?:[/?]|$)/.test(url) ? this.#documentation : this.#nothing;
  }

  #page(directives: Directives): string {
    return written(this.#secure ? { ...directives, 'upgrade-insecure-requests': [] } : directives);
  }

  /** Sockets are named too: to Safari before 16, 'self' is the page's scheme alone. */
  #ownOrigin(host: string | undefined): readonly string[] {
    const own = this.#publicHost ?? (host !== undefined && HOST.test(host) ? host : null);
    if (own === null) return ["'self'"];
    return this.#secure ? ["'self'", `wss://${own}`] : ["'self'", `ws://${own}`, `wss://${own}`];
  }

  /** For `http.createServer`: an answer that has the headers before anybody writes to it. */
  responses(): typeof ServerResponse {
    const of = this.of.bind(this);
    return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
      constructor(...args: ConstructorParameters<typeof ServerResponse<Request>>) {
        super(...args);
        const [request] = args;
        for (const [name, value] of of(request.url ?? '', request.headers.host)) this.setHeader(name, value);
      }
    };
  }
}

function written(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
