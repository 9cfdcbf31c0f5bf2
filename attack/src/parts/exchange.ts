import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { runServer, type RunningServer } from '@tallystick/server/testing/run-server';
import type { AttackOptions } from '../attack.ts';

/** A new exchange for one attack. It trusts a proxy, so callers can claim any address. */
export async function withExchange<T>(
  newFolder: AttackOptions['newFolder'],
  env: Readonly<Record<string, string>>,
  run: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const dataDir = await newFolder();
  try {
    const server = await runServer({ dataDir: dataDir.path, env: { TRUST_PROXY: '1', ...env } });
    try {
      return await run(server);
    } finally {
      await server.stop();
    }
  } finally {
    await dataDir.remove();
  }
}

/** The sum of a metric over its labels, or of those whose labels hold `label`; 0 if there is none. */
export async function metricOf(server: RunningServer, name: string, label = ''): Promise<number> {
  const text = await (await fetch(server.metricsUrl)).text();
  const lines = text.split('\n').filter(line => line.startsWith(name) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

export async function memoryMb(server: RunningServer): Promise<number> {
  return (await metricOf(server, 'process_resident_memory_bytes')) / 1024 / 1024;
}

/** Size of the folder with all its content, in megabytes. */
export async function diskMb(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // The database deletes some of its files while they are counted.
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => null);
    bytes += found?.size ?? 0;
  }
  return bytes / 1024 / 1024;
}
