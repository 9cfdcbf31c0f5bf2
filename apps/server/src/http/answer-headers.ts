import { ServerResponse, type IncomingMessage } from 'node:http';

export interface HeaderOptions {
  /** PUBLIC_URL; null: any host that the browser names. */
  readonly publicUrl: string | null;
}

type Directives = Readonly<Record<string, readonly string[]>>;

const NONE: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * Only our own scripts, styles, fonts and pictures; nothing that creates code or styles from text. The one script in both
 * pages sets the theme before the first paint, and never differs; answer-headers.integration.test.ts compares its hash.
 */
const APP: Directives = {
  ...NONE,
  'script-src': ["'self'", "'sha256-cTiaLPCIGXJNHS535NPwbsRxxGXpeX2bdGsZhp16rzk='"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'worker-src': ["'self'"],
  'require-trusted-types-for': ["'script'"],
  // Both apps have a service worker; their policy names its address and nothing else.
  'trusted-types': ['tallystick-worker'],
};

/** swagger-ui writes descriptions as HTML, so with Trusted Types its page would be empty. */
const DOCUMENTATION: Directives = {
  ...NONE,
  'script-src': ["'self'"],
  // The one inline style of swagger-ui; policy.e2e.ts fails if another version has another one.
  'style-src': ["'self'", "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
};

/** Sent with every answer. */
const ALWAYS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()'],
];

const YEAR_S = 31_536_000;

/** A host as browsers send it: letters, digits, dots and dashes or an IPv6 address, and perhaps a port. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[a-f\d:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The only place that decides the security headers of everything the server answers: pages, calls, refusals, redirects,
 * and other listeners on the same port.
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

  /** Name and value of each; `url` and `host` as received, perhaps malformed. */
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

  /** Names the socket's origin, too: before Safari 16, 'self' covers only the page's scheme. */
  #ownOrigin(host: string | undefined): readonly string[] {
    const own = this.#publicHost ?? (host !== undefined && HOST.test(host) ? host : null);
    if (own === null) return ["'self'"];
    return this.#secure ? ["'self'", `wss://${own}`] : ["'self'", `ws://${own}`, `wss://${own}`];
  }

  /** For `http.createServer`: sets the headers before anything writes the answer. */
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
