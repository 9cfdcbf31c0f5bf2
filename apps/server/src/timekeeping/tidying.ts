import type { FastifyBaseLogger } from 'fastify';
import { longWork } from '../database/bounded-client.ts';

const EVERY_MS = 24 * 3_600_000;

/** Something that must be kept for a time and then deleted. */
export interface Tidied {
  forgetOld?(): Promise<void>;
}

/** Tidies up now and daily; returns a function that stops it. A failure is logged and retried the next day. */
export function startTidying(all: readonly Tidied[], log: FastifyBaseLogger): () => void {
  const tidy = async (): Promise<void> => {
    for (const one of all) {
      await longWork('tidying', () => one.forgetOld?.() ?? Promise.resolve()).catch((error: unknown) =>
        log.error({ err: error }, 'old rows were not dropped'),
      );
    }
  };
  const timer = setInterval(() => void tidy(), EVERY_MS);
  timer.unref();
  void tidy();
  return () => clearInterval(timer);
}
