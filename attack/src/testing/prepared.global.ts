import { runServer, temporaryDataDir } from '@tallystick/server/testing/run-server';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data of an exchange that was started once and stopped. */
    preparedDataDir: string;
  }
}

/**
 * Once for all attacks in short: an exchange is started for the first time and stopped again. Each goes on from a copy
 * of it (see in-short.ts): to fill the charts anew took a third of their time.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = await temporaryDataDir();
  try {
    const server = await runServer({ dataDir: data.path });
    const code = await server.stop();
    if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${server.output()}`);
  } catch (error) {
    await data.remove();
    throw error;
  }
  project.provide('preparedDataDir', data.path);
  return data.remove;
}
