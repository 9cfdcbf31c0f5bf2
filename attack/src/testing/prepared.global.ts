import { runServer, temporaryDataDir } from '@tallystick/server/testing/run-server';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data of an exchange that was started once and stopped. */
    preparedDataDir: string;
  }
}

/**
 * Runs once for all attack tests: an exchange is started for the first time and stopped. Each test continues from a
 * copy (see short-run.ts), because filling the charts again took a third of the time.
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
