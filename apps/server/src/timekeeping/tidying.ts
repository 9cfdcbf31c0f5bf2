import type { FastifyBaseLogger } from 'fastify';

const EVERY_MS = 24 * 3_600_000;

/** What may keep something for a time that it must, and no longer. */
export interface Tidied {
  forgetOld?(): Promise<void>;
}

/** Tidies up now and once a day; the result ends it. A failure is logged: the next day tries again. */
export function startTidying(all: readonly Tidied[], log: FastifyBaseLogger): () => void {
  const tidy = async (): Promise<void> => {
    for (const one of all) {
      await one
        .forgetOld?.()
        .catch((error: unknown) => log.error({ err: error }, 'old rows were not dropped'));
    }
  };
  const timer = setInterval(() => void tidy(), EVERY_MS);
  timer.unref();
  void tidy();
  return () => clearInterval(timer);
}
