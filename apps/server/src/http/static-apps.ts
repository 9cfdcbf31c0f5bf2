import { existsSync } from 'node:fs';
import path from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export interface StaticApps {
  /** The built customer app. */
  readonly webRoot: string;
  readonly deskRoot: string;
  /** Whether customers come by https: then browsers are told to insist on it. */
  readonly secure: boolean;
}

/** Names with a hash of their content never change. */
const HASHED = /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+$/;

/** The customer app at `/web/` and the operators' at `/desk/`, under a policy that lets nothing foreign run. */
export async function registerStaticApps(app: FastifyInstance, apps: StaticApps): Promise<void> {
  await app.register(async scope => {
    await scope.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          // Styles that components set on their own elements; no style comes from elsewhere.
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: ["'self'"],
          connectSrc: ["'self'", 'ws:', 'wss:'],
          manifestSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: apps.secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'no-referrer' },
    });
    await serve(scope, '/web/', apps.webRoot, 'The web app is not built yet: npm run web:build');
    await serve(scope, '/desk/', apps.deskRoot, 'The desk is not here.');
  });
  for (const [from, to] of [
    ['/', '/web/'],
    ['/web', '/web/'],
    ['/desk', '/desk/'],
  ] as const) {
    app.get(from, { schema: { hide: true } }, (_request, reply) => reply.redirect(to));
  }
}

async function serve(scope: FastifyInstance, prefix: string, root: string, missing: string): Promise<void> {
  if (!existsSync(path.join(root, 'index.html'))) {
    scope.get(prefix, { schema: { hide: true } }, (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send(missing),
    );
    return;
  }
  await scope.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders(reply, file) {
      // A compressed twin is named like its original with one more ending.
      const original = file.replace(/\.(br|gz)$/, '');
      const lasting = HASHED.test(original);
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
