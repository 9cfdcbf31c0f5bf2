import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export interface StaticApps {
  /** The built customer app. */
  readonly webRoot: string;
  readonly deskRoot: string;
}

/** Names with a hash of their content never change. */
const HASHED = /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+$/;

/** The customer app at `/web/` and the operators' at `/desk/`. */
export async function registerStaticApps(app: FastifyInstance, apps: StaticApps): Promise<void> {
  await serve(app, '/web/', apps.webRoot, 'The web app is not built yet: npm run web:build');
  await serve(app, '/desk/', apps.deskRoot, 'The desk is not here.');
  for (const [from, to] of [
    ['/', '/web/'],
    ['/web', '/web/'],
    ['/desk', '/desk/'],
  ] as const) {
    app.get(from, { schema: { hide: true } }, ({ url }, reply) => {
      // An invitation's code stands in the query.
      const mark = url.indexOf('?');
      return reply.redirect(mark < 0 ? to : `${to}${url.slice(mark)}`);
    });
  }
}

async function serve(app: FastifyInstance, prefix: string, root: string, missing: string): Promise<void> {
  if (!existsSync(path.join(root, 'index.html'))) {
    app.get(prefix, { schema: { hide: true } }, (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send(missing),
    );
    return;
  }
  await app.register(fastifyStatic, {
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
