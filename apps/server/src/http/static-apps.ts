import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export interface StaticApps {
  /** The built customer app. */
  readonly webRoot: string;
  readonly deskRoot: string;
  /** False: browsers with a service worker of either app get one that deletes its caches and unregisters. */
  readonly worker?: boolean;
}

/** File names with a hash of their content never change. */
const HASHED = /[/\\]assets[/\\][^/\\]+-[\w-]{8,}\.\w+$/;

const WORKERS = ['/web/sw.js', '/desk/sw.js'];

/** The customer app at `/web/` and the operators' at `/desk/`. */
export async function registerStaticApps(app: FastifyInstance, apps: StaticApps): Promise<void> {
  if (apps.worker === false) serveFarewell(app, apps.webRoot);
  await serve(app, '/web/', apps.webRoot, 'The web app is not built yet: npm run web:build');
  await serve(app, '/desk/', apps.deskRoot, 'The desk is not here.');
  for (const [from, to] of [
    ['/', '/web/'],
    ['/web', '/web/'],
    ['/desk', '/desk/'],
    ['/reserves', '/web/#/pages/reserves/index'],
  ] as const) {
    app.get(from, { schema: { hide: true } }, ({ url }, reply) => {
      // An invitation's code is in the query.
      const mark = url.indexOf('?');
      return reply.redirect(mark < 0 ? to : `${to}${url.slice(mark)}`);
    });
  }
}

/** Registered before the files: an exact route wins over a wildcard. */
function serveFarewell(app: FastifyInstance, root: string): void {
  for (const worker of WORKERS) {
    app.get(worker, { schema: { hide: true } }, async (_request, reply) => {
      const script = await readFile(path.join(root, 'sw-off.js'), 'utf8');
      return reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(script);
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
      // Compressed files have the name of the original plus one more extension.
      const original = file.replace(/\.(br|gz)$/, '');
      reply.header('cache-control', lifeOf(original));
    },
  });
}

/** A cached worker could not be replaced by a newer one. */
function lifeOf(file: string): string {
  if (path.basename(file) === 'sw.js') return 'no-store';
  return HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
}
