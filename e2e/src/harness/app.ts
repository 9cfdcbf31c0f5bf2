import { existsSync } from 'node:fs';
import path from 'node:path';
import { runServer, temporaryDataDir, type RunningServer } from '@tallystick/server/testing/run-server';

const ROOT = path.join(import.meta.dirname, '../../..');
/** Candles made by make-recordings.ts: the same prices in every run and on every machine. */
const RECORDINGS = path.join(import.meta.dirname, '../../fixtures/market-data');

/** The exchange as a newcomer starts it, with prices that move fast enough to see fills within a test. */
export interface App {
  readonly server: RunningServer;
  readonly webUrl: string;
  /**
   * Stops it as an operator would and starts it again on the same data at the same address; `whileAway` runs in
   * between.
   */
  restart(whileAway?: () => Promise<void>): Promise<App>;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

export async function startApp(env: Readonly<Record<string, string>> = {}): Promise<App> {
  if (!existsSync(path.join(ROOT, 'apps/web/dist/index.html'))) {
    throw new Error('The web app is not built: npm test builds it, or run npm run web:build.');
  }
  const data = await temporaryDataDir();
  const settings = { FEED: `replay:${RECORDINGS}`, ...env };
  const open = async (port?: number): Promise<App> => {
    const server = await runServer({
      dataDir: data.path,
      env: settings,
      ...(port === undefined ? {} : { port }),
    });
    return {
      server,
      webUrl: `${server.url}/web/`,
      restart: async whileAway => {
        const code = await server.stop();
        if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${server.output()}`);
        await whileAway?.();
        return open(server.port);
      },
      close: async () => {
        await server.stop();
        await data.remove();
      },
    };
  };
  return open();
}
