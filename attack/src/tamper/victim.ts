import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@tallystick/server/database/database';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { isReady, runServer, type RunningServer } from '@tallystick/server/testing/run-server';
import type { Tampering, TamperingClient } from '@tallystick/server/testing/tampering';

const NOTICED_WITHIN_MS = 120_000;
const ENV = {
  RATE_LIMITS: 'off',
  HOUSE: 'off',
  DEMO_TRADERS: '0',
  LOG_FORMAT: 'json',
  FEED_INTERVAL_MS: '500',
  PRICE_LOG_CHECKPOINT_MS: '500',
};

/** A server's reaction to a database that somebody has tampered with. */
export interface Reaction {
  /** Its exit code if it ended by itself; null: it is running. */
  readonly exitCode: number | null;
  /** What it printed. */
  readonly output: string;
  /** Answer of /readyz, while it answered. */
  readonly states: Readonly<Record<string, string>>;
}

/** The exchange of this attack: started, stopped, tampered with, and started again. */
export class Victim {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  start(): Promise<RunningServer> {
    return runServer({ dataDir: this.#dataDir, env: ENV });
  }

  /** Runs `work` as the database's owner, while the server is stopped. */
  async withDatabase<T>(work: (client: TamperingClient) => Promise<T>): Promise<T> {
    const database = await openDatabase({ url: null, dataDir: this.#dataDir, connections: 1 }, SILENT_LOG);
    try {
      const client = await database.pool.connect();
      try {
        return await work(client);
      } finally {
        client.release();
      }
    } finally {
      await database.close();
    }
  }

  /**
   * Tampers, starts the server, and waits until it has detected it (`noticed`) or had time to; then undoes everything.
   * `meanwhile` runs once the server is ready.
   */
  async reactsTo(
    { carryOut }: Tampering,
    noticed: (reaction: Reaction) => boolean,
    meanwhile: (server: RunningServer) => Promise<void>,
  ): Promise<Reaction> {
    const undo = await this.withDatabase(carryOut);
    try {
      return await this.#reaction(noticed, meanwhile);
    } finally {
      await this.withDatabase(undo);
      // The server refuses to start until somebody deletes this file.
      await rm(path.join(this.#dataDir, 'last-stop.json'), { force: true });
    }
  }

  async #reaction(
    noticed: (reaction: Reaction) => boolean,
    meanwhile: (server: RunningServer) => Promise<void>,
  ): Promise<Reaction> {
    let server: RunningServer;
    try {
      server = await this.start();
    } catch (error) {
      const output = error instanceof Error ? error.message : String(error);
      const code = /the server ended with (\d+)/.exec(output)?.[1];
      if (code === undefined) throw error;
      return { exitCode: Number(code), output, states: {} };
    }
    let ended: number | null = null;
    void server.ended.then(code => (ended = code));
    try {
      await meanwhile(server);
      const deadline = performance.now() + NOTICED_WITHIN_MS;
      for (;;) {
        const states = ended === null ? await statesOf(server) : {};
        const reaction = { exitCode: ended, output: server.output(), states };
        if (ended !== null || noticed(reaction) || performance.now() > deadline) return reaction;
        await delay(100);
      }
    } finally {
      if (ended === null) await server.stop();
    }
  }
}

async function statesOf(server: RunningServer): Promise<Record<string, string>> {
  if (!(await isReady(server.url))) return {};
  const response = await fetch(`${server.url}/readyz`).catch((error: unknown) => {
    // It has just ended.
    if (error instanceof TypeError) return null;
    throw error;
  });
  return response === null ? {} : ((await response.json()) as Record<string, string>);
}
