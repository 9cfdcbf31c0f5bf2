import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { findPostgres, PostgresHost } from './cluster/postgres-host.ts';
import { Processes } from './cluster/processes.ts';
import { DEPLOY, deployedCertificates } from './deployed.ts';
import { scratchFolder } from './scratch-folder.ts';

const read = (name: string): Promise<string> => readFile(path.join(DEPLOY, 'cluster', name), 'utf8');

/** The lines of a list in patroni.yaml. */
function listIn(yaml: string, name: string): readonly string[] {
  const [, list = ''] = new RegExp(`^ +${name}:\\n((?: +- .*\\n)+)`, 'm').exec(yaml) ?? [];
  return list
    .trim()
    .split(/\s*\n?\s*- /)
    .slice(1);
}

/** The settings of the example that lead to a database, as they are deployed. */
async function addresses(): Promise<readonly string[]> {
  const text = await read('tallystick.env.example');
  return [...text.matchAll(/^(?:DATABASE_URL|REPLICA_URLS)=(.*)$/gm)].map(([, url = '']) => url);
}

/** Whether that address is answered over TLS; or why not. */
async function sealed(url: string): Promise<boolean | string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const sql = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
    return (await client.query<{ ssl: boolean }>(sql)).rows[0]?.ssl ?? false;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

it('the database is reached by the deployed addresses, over TLS, and nobody else passes for it', async context => {
  const programs = await findPostgres();
  if ('missing' in programs) return context.skip(programs.missing);
  const folder = await scratchFolder('deployed-database');
  const processes = new Processes();
  try {
    const names = { nats: ['nats-1'], databases: ['database-1.internal'] };
    const tls = await deployedCertificates(folder.path, names);
    if (tls === null) return context.skip('openssl is missing');
    const host = await PostgresHost.primary({ programs, processes, folder: folder.path, name: 'deployed' });
    const certifiedBy = async (name: string): Promise<void> => {
      for (const part of ['crt', 'key']) {
        const text = await readFile(path.join(tls, `${name}.${part}`), 'utf8');
        await host.write(path.join(host.folder, `server.${part}`), text);
      }
      await host.query('select pg_reload_conf()');
    };
    await host.query(`create role tallystick login password 'password'`);
    await host.query('create database tallystick owner tallystick');
    await host.query('alter system set ssl = on');
    await certifiedBy('database-1.internal');
    // Who starts and stops it comes as before; all others as they are deployed.
    const rules = listIn(await read('patroni.yaml'), 'pg_hba').filter(rule => rule.includes('tallystick'));
    expect(rules).toEqual(['hostssl tallystick tallystick samenet scram-sha-256']);
    await host.write(
      path.join(host.folder, 'pg_hba.conf'),
      ['host all postgres all trust', ...rules, ''].join('\n'),
    );
    await host.query('select pg_reload_conf()');

    const [primary = '', replicas = ''] = (await addresses()).map(url =>
      url
        .replace(/:543[23]/, `:${host.port}`)
        .replace('/etc/tallystick/tls', tls)
        // One without a user has that of DATABASE_URL.
        .replace('//127', '//tallystick:password@127'),
    );
    expect(replicas).toBe(primary);
    // It reads its settings again a moment after it was told to.
    await expect.poll(() => sealed(primary)).toBe(true);
    await expect.poll(() => sealed(primary.replace(/\?.*/, ''))).toMatch(/no encryption/);
    // Another program of ours, whose certificate is of another authority.
    await certifiedBy('nats-1');
    await expect.poll(() => sealed(primary)).toMatch(/certificate/);
  } finally {
    await processes.close();
    await folder.remove();
  }
});
