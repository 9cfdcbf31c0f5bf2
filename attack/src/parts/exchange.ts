import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { runServer, temporaryDataDir, type RunningServer } from '@tallystick/server/testing/run-server';

/** A new exchange of its own for one attack, behind a proxy as customers' would be: whoever calls says whom for. */
export async function withExchange<T>(
  env: Readonly<Record<string, string>>,
  run: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const dataDir = await temporaryDataDir();
  try {
    const server = await runServer({ dataDir: dataDir.path, env: { TRUST_PROXY: '1', ...env } });
    try {
      return await run(server);
    } finally {
      await server.kill();
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

/** What the folder and everything in it takes, in megabytes. */
export async function diskMb(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // The database removes files of its own while they are counted.
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => null);
    bytes += found?.size ?? 0;
  }
  return bytes / 1024 / 1024;
}

export interface Customer {
  readonly token: string;
  readonly address: string;
}

interface Reply {
  readonly status: number;
  readonly code: string;
  readonly data: Record<string, unknown>;
}

/** A form-encoded call of somebody at `address`; whatever comes back. */
export async function post(
  server: RunningServer,
  call: string,
  fields: Readonly<Record<string, string>>,
  { token, address }: { readonly token?: string; readonly address: string },
): Promise<Reply> {
  const response = await fetch(`${server.url}/api/${call}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: {
      'x-forwarded-for': address,
      'idempotency-key': randomUUID(),
      ...(token === undefined ? {} : { authorization: token }),
    },
  });
  const { code, data } = (await response.json()) as { code: string | number; data: Record<string, unknown> };
  return { status: response.status, code: String(code), data };
}

/** Registers somebody new, as a page would. */
export async function register(server: RunningServer, address: string): Promise<Customer> {
  const email = `${randomUUID()}@example.com`;
  const sent = await post(server, 'sms_mail', { email, purpose: 'register' }, { address });
  const password = 'correct horse';
  const fields = { kind: 'email', account: email, code: String(sent.data['demo_code']) };
  const passwords = { password, re_password: password, agreement: 'true' };
  const { data } = await post(server, 'user/register', { ...fields, ...passwords }, { address });
  if (typeof data['token'] !== 'string') throw new Error(`nobody could register: ${JSON.stringify(data)}`);
  return { token: data['token'], address };
}
