import type { FastifyInstance } from 'fastify';
import type { Limit } from '../http/rate-limits.ts';
import type { LogFiles } from './files.ts';

const FINAL = 'public, max-age=31536000, immutable';
/** C2SP tlog-tiles: what grows is kept for a few seconds at most. */
const GROWING = 'public, max-age=2';

/**
 * The logs' files at `/tlog/<log>/` (C2SP tlog-tiles), for witnesses, mirrors and anybody's own programs. Each is small and
 * read by its key.
 */
export function registerLogFiles(app: FastifyInstance, files: LogFiles, limits: readonly Limit[]): void {
  app.get<{ Params: { log: string; '*': string } }>(
    '/tlog/:log/*',
    { schema: { hide: true } },
    async (request, reply) => {
      for (const limit of limits) await limit(request);
      const { log, '*': path } = request.params;
      const file = await files.file(log, path);
      reply.header('access-control-allow-origin', '*');
      if (file === null)
        return reply.code(404).type('text/plain; charset=utf-8').send('there is no such file\n');
      return reply
        .header('cache-control', file.isFinal ? FINAL : GROWING)
        .type(file.contentType)
        .send(typeof file.bytes === 'string' ? file.bytes : Buffer.from(file.bytes));
    },
  );
}
