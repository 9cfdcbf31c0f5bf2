import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Language } from '@tallystick/protocol';
import { AnswerHeaders } from './http/answer-headers.ts';
import { createCallRouter, type Gate, type RegisterCall } from './http/call-router.ts';
import { createDeskRouter, type RegisterDeskCall } from './http/desk-router.ts';
import { registerDocumentation } from './http/documentation.ts';
import { NO_ERROR_LOG, type ErrorReporter } from './http/error-ids.ts';
import { ConnectionErrors, frameworkErrors, registerFailures } from './http/failures.ts';
import { registerHealth, type HealthOptions } from './http/health.ts';
import { readMultipart } from './http/multipart.ts';
import { createRateLimits, type KnownBrowsers } from './http/rate-limits.ts';
import { waitForSeen, type SeenOptions } from './http/seen.ts';
import type { SharedCalls } from './http/shared-calls.ts';
import { registerStaticApps, type StaticApps } from './http/static-apps.ts';
import type { DeskAuthenticator } from './http/operator.ts';
import type { Authenticator } from './http/session.ts';
import { registerLogFiles } from './public-log/file-routes.ts';
import type { LogFiles } from './public-log/files.ts';

export interface AppOptions {
  readonly log: FastifyBaseLogger;
  readonly authenticator: Authenticator;
  readonly defaultLanguage: Language;
  readonly version: string;
  /** Reverse proxies in front whose forwarded client address is trusted. */
  readonly trustProxy: number;
  /** False only for benchmarks and tests. */
  readonly rateLimits: boolean;
  /** Browsers that have logged in before: strangers at the same address do not use up their log-in attempts. */
  readonly knownBrowsers: KnownBrowsers;
  /** Called for each call refused because an address or a customer made too many. */
  readonly onRateLimited?: (call: string) => void;
  /** Beside other gateways: what they have counted. Left out: there are none. */
  readonly sharedCalls?: SharedCalls;
  /** Check replies against the protocol: for tests. */
  readonly checkReplies: boolean;
  /** Stores failures by their id. Left out: ids are given but nothing is stored. */
  readonly errors?: ErrorReporter;
  readonly health: HealthOptions;
  readonly staticApps: StaticApps | null;
  /** Files of the signed logs; left out: none are served. */
  readonly logFiles?: LogFiles;
  /** Beside other gateways: what callers have seen there must be here, too. Left out: there are none. */
  readonly seen?: Pick<SeenOptions, 'follower' | 'secret'>;
  /** PUBLIC_URL: the origin that pages may talk to. Null: the origin of the request. */
  readonly publicUrl: string | null;
  /** Registers the calls of all modules. */
  readonly calls: (register: RegisterCall) => void;
  /** Closes calls to customers; left out: all are open. */
  readonly gate?: Gate;
  /** The operators' calls; left out: there is no desk. */
  readonly desk?: {
    readonly authenticator: DeskAuthenticator;
    registerCalls(register: RegisterDeskCall): void;
  };
}

/** The largest body of a call without a file. */
const BODY_LIMIT_BYTES = 64 * 1024;
// As the apps give up after 60 s.
const REQUEST_TIMEOUT_MS = 60_000;

/** The HTTP side: every call of the protocol under `/api/`, its documentation, both apps and health. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const headers = new AnswerHeaders(options);
  const { errors = NO_ERROR_LOG } = options;
  const connectionErrors = new ConnectionErrors(options.defaultLanguage, headers);
  const app = Fastify({
    http: { ServerResponse: headers.responses() },
    loggerInstance: options.log,
    // One line per request would cost more than most calls; failures are logged where they happen.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy > 0 ? (_address, hop) => hop < options.trustProxy : false,
    frameworkErrors: frameworkErrors(options.defaultLanguage, errors),
    clientErrorHandler: connectionErrors.answer,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // We answer these in the protocol's envelope: see registerFailures.
    return503OnClosing: false,
  });
  // Without a listener Node answers with an empty body; unknown expectations may be ignored.
  app.server.on('checkExpectation', app.routing);
  app.server.on('request', connectionErrors.request);
  // `parseInput` checks calls; the schemas on the routes are for the documentation.
  app.setValidatorCompiler(() => value => ({ value }));
  app.setSerializerCompiler(() => data => JSON.stringify(data));
  app.removeContentTypeParser('text/plain');
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  readMultipart(app, { files: 0, bodyLimit: BODY_LIMIT_BYTES });
  registerFailures(app, options.defaultLanguage, errors);
  if (options.rateLimits) await app.register(rateLimit, { global: false });
  await registerDocumentation(app, options.version);

  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/') && !request.url.startsWith('/api/docs')) {
      reply.header('cache-control', 'no-store');
    }
    done();
  });
  closeWhenStopping(app);
  if (options.seen !== undefined) {
    const secure = options.publicUrl?.startsWith('https://') ?? false;
    waitForSeen(app, { ...options.seen, secure });
  }
  const { checkReplies, defaultLanguage, desk, gate } = options;
  const limits = options.rateLimits
    ? createRateLimits(app, {
        browsers: options.knownBrowsers,
        refused: options.onRateLimited,
        shared: options.sharedCalls,
      })
    : null;
  options.calls(
    createCallRouter(app, {
      authenticator: options.authenticator,
      defaultLanguage,
      limits,
      checkReplies,
      gate: gate ?? null,
    }),
  );
  desk?.registerCalls(createDeskRouter(app, { authenticator: desk.authenticator, limits, checkReplies }));
  if (options.logFiles !== undefined)
    registerLogFiles(app, options.logFiles, limits === null ? [] : [limits.files]);
  registerHealth(app, options.health);
  if (options.staticApps !== null) await registerStaticApps(app, options.staticApps);
  return app;
}

/** What was being answered when the server was told to stop must not keep its connection, which would keep the server. */
function closeWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', done => {
    isStopping = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
}
