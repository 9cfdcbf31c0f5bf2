import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SILENT_LOG } from '../database/log.ts';
import { FrameSeal } from '../engine/remote/frame.ts';
import { Link } from '../engine/remote/link.ts';
import { NatsNews } from '../engine/remote/nats-news.ts';
import { subjectsOf } from '../engine/remote/subjects.ts';
import { natsSettings } from '../roles/nats-settings.ts';
import { Processes, until } from './cluster/processes.ts';
import { debianPackage } from './debian.ts';
import { DEPLOY, deployedCertificates } from './deployed.ts';
import { NatsSpeaker, type Identity } from './nats-speaker.ts';
import { freePort } from './run-server.ts';
import { scratchFolder, type ScratchFolder } from './scratch-folder.ts';

/** Of the core that both ends know. */
const RUN = 'ab'.repeat(8);

const run = promisify(execFile);
const CLUSTER = path.join(DEPLOY, 'cluster');

let folder: ScratchFolder;
beforeEach(async () => {
  folder = await scratchFolder('deploy');
});
afterEach(() => folder.remove());

/** A copy of a file of deploy/, with other folders than those of an installation. */
async function moved(file: string, places: Readonly<Record<string, string>>): Promise<string> {
  let text = await readFile(path.join(DEPLOY, file), 'utf8');
  for (const [from, to] of Object.entries(places)) text = text.replaceAll(from, to);
  const copy = path.join(folder.path, path.basename(file));
  await writeFile(copy, text);
  return copy;
}

const certificates = (...nats: string[]) => deployedCertificates(folder.path, { nats });

/** Where NATS finds its certificates, as `moved` wants it. */
function natsFiles(tls: string, name: string): Readonly<Record<string, string>> {
  return {
    '/etc/nats/tls/server.': `${tls}/${name}.`,
    '/etc/nats/tls/routes.': `${tls}/${name}-routes.`,
    '/etc/nats/tls/': `${tls}/`,
  };
}

/** What a NATS server says first to whoever comes to the port of its routes; null: it does not talk to them. */
async function greetedAsRoute(port: number, { ca, cert, key }: Identity): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const socket = connectTls({ host: '127.0.0.1', port, ca, cert, key, servername: 'localhost' });
  socket.once('data', bytes => resolve(bytes.toString().split(' ')[0]!));
  socket.once('error', () => resolve(null));
  socket.once('close', () => resolve(null));
  const said = await promise;
  socket.destroy();
  return said;
}

describe('files of deploy/, as the programs they are for see them', () => {
  it('haproxy accepts its settings', async context => {
    const haproxy = await debianPackage('haproxy');
    if ('missing' in haproxy) return context.skip(haproxy.missing);
    const tls = await certificates('exchange');
    if (tls === null) return context.skip('openssl is missing');
    const pem = path.join(folder.path, 'customers');
    await mkdir(pem);
    const parts = ['exchange.crt', 'exchange.key'].map(name => readFile(path.join(tls, name), 'utf8'));
    await writeFile(path.join(pem, 'exchange.pem'), (await Promise.all(parts)).join(''));
    const customers = await moved('cluster/haproxy.cfg', { '/etc/haproxy/tls/': `${pem}/` });
    for (const file of [customers, path.join(CLUSTER, 'haproxy-database.cfg')]) {
      const { stdout, stderr } = await run('haproxy', ['-c', '-f', file], { env: haproxy.env });
      expect(stdout).toContain('Configuration file is valid');
      // Without a warning, but for the names of machines that are not there.
      const warnings = stderr.split('\n').filter(line => /WARNING|ALERT/.test(line));
      expect(warnings.filter(line => !line.includes('could not resolve address'))).toEqual([]);
    }
  });

  it('systemd understands its units', async context => {
    const missing = await run('systemd-analyze', ['--version']).then(
      () => null,
      () => 'systemd-analyze is missing',
    );
    if (missing !== null) return context.skip(missing);
    const names = (await readdir(CLUSTER)).filter(name => /\.(service|timer)$/.test(name));
    expect(names).toHaveLength(4);
    // A template is understood as one of its instances.
    const units = names.map(name => path.join(CLUSTER, name.replace('@.', '@core.')));
    const said = await run('systemd-analyze', ['verify', ...units]).then(
      ({ stderr }) => stderr,
      (error: { readonly stderr: string }) => error.stderr,
    );
    // Only that nothing of it is installed here.
    expect(
      said.split('\n').filter(line => line !== '' && !/is not executable: No such file/.test(line)),
    ).toEqual([]);
  });

  it('Prometheus understands its rules, and what the dashboard asks', async context => {
    const prometheus = await debianPackage('prometheus');
    if ('missing' in prometheus) return context.skip(prometheus.missing);
    const dashboard = JSON.parse(await readFile(path.join(DEPLOY, 'monitoring/dashboard.json'), 'utf8')) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
    };
    const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const rules = asked.map((expr, index) => ({
      record: `asked_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
    const questions = path.join(folder.path, 'dashboard.yaml');
    await writeFile(questions, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    for (const file of [path.join(DEPLOY, 'monitoring/alerts.yaml'), questions]) {
      const { stdout } = await run('promtool', ['check', 'rules', file], { env: prometheus.env });
      expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
    }
  });

  it('NATS lets each role say what it may, and nobody else anything', async context => {
    const nats = await debianPackage('nats-server');
    if ('missing' in nats) return context.skip(nats.missing);
    const tls = await certificates('nats-1');
    if (tls === null) return context.skip('openssl is missing');
    const settings = await moved('cluster/nats.conf', natsFiles(tls, 'nats-1'));
    const env = { ...nats.env, NATS_NAME: 'nats-1' };
    await run('nats-server', ['-t', '--config', settings], { env });
    const processes = new Processes();
    try {
      const port = await freePort();
      const args = ['--config', settings, '--addr', '127.0.0.1', '--port', String(port)];
      const others = [
        '--http_port',
        String(await freePort()),
        '--cluster',
        `nats://127.0.0.1:${await freePort()}`,
      ];
      const server = processes.start({ program: 'nats-server', args: [...args, ...others], env });
      await until(
        async () => server.output().includes('Server is ready'),
        () => server.output(),
      );
      const identity = async (name: string): Promise<Identity> => ({
        ca: await readFile(path.join(tls, 'ca.crt'), 'utf8'),
        cert: await readFile(path.join(tls, `${name}.crt`), 'utf8'),
        key: await readFile(path.join(tls, `${name}.key`), 'utf8'),
      });
      const said: Record<string, readonly string[]> = {};
      const subjects = [
        'commands',
        'rows',
        'heads',
        'to.g1.replies',
        'news',
        'feeds',
        'topics.f1',
        'asks.f1',
        'notes',
        'to.g1.note.1',
      ];
      for (const role of ['core', 'gateway', 'feed', 'worker']) {
        const speaker = await NatsSpeaker.connect(port, 'nats-1', await identity(role));
        const may: string[] = [];
        for (const subject of subjects)
          if (await speaker.mayPublish(`tallystick.${subject}`)) may.push(subject);
        said[role] = may;
        expect(await speaker.maySubscribe('>')).toBe(false);
        expect(await speaker.maySubscribe('tallystick.rows')).toBe(true);
        speaker.close();
      }
      expect(said).toEqual({
        core: ['rows', 'heads', 'to.g1.replies', 'news'],
        gateway: ['commands', 'news', 'asks.f1', 'notes'],
        feed: ['feeds', 'topics.f1'],
        worker: ['commands', 'news', 'to.g1.note.1'],
      });
      // A certificate of ours that is no role's, and none at all.
      const stranger = NatsSpeaker.connect(port, 'nats-1', await identity('nats-1'));
      await expect(stranger).rejects.toThrow(/Authorization Violation|hung up/);
      const { ca } = await identity('core');
      await expect(NatsSpeaker.connect(port, 'nats-1', { ca })).rejects.toThrow(/certificate|hung up|reset/);
    } finally {
      await processes.close();
    }
  });

  it('NATS takes as a route only another NATS server, whatever else may come to it', async context => {
    const nats = await debianPackage('nats-server');
    if ('missing' in nats) return context.skip(nats.missing);
    const tls = await certificates('nats-1', 'localhost');
    if (tls === null) return context.skip('openssl is missing');
    const processes = new Processes();
    try {
      const start = async (name: string, routes: readonly string[]) => {
        const config = await moved('cluster/nats.conf', natsFiles(tls, name));
        const [clients, http, cluster] = [await freePort(), await freePort(), await freePort()];
        const args = ['--config', config, '--addr', '127.0.0.1', '--port', String(clients)];
        const others = ['--http_port', String(http), '--cluster', `nats://127.0.0.1:${cluster}`, ...routes];
        const server = processes.start({
          program: 'nats-server',
          args: [...args, ...others],
          env: { ...nats.env, NATS_NAME: name },
        });
        await until(
          async () => server.output().includes('Server is ready'),
          () => server.output(),
        );
        return { server, cluster };
      };
      const { server, cluster } = await start('localhost', []);
      const identity = async (ca: string, name: string): Promise<Identity> => ({
        ca: await readFile(path.join(tls, `${ca}.crt`), 'utf8'),
        cert: await readFile(path.join(tls, `${name}.crt`), 'utf8'),
        key: await readFile(path.join(tls, `${name}.key`), 'utf8'),
      });
      const asRoute = async (name: string) => greetedAsRoute(cluster, await identity('routes-ca', name));
      for (const name of ['gateway', 'worker', 'core', 'nats-1'])
        expect([name, await asRoute(name)]).toEqual([name, null]);
      expect(await asRoute('nats-1-routes')).toBe('INFO');
      // And another server becomes one.
      await start('nats-1', ['--routes', `nats-route://localhost:${cluster}`]);
      await until(
        async () => server.output().includes('Route connection created'),
        () => server.output(),
      );
    } finally {
      await processes.close();
    }
  });

  it('and the processes reach it by their settings', async context => {
    const nats = await debianPackage('nats-server');
    if ('missing' in nats) return context.skip(nats.missing);
    const tls = await certificates('localhost');
    if (tls === null) return context.skip('openssl is missing');
    const config = await moved('cluster/nats.conf', natsFiles(tls, 'localhost'));
    const processes = new Processes();
    const links: Link[] = [];
    try {
      const port = await freePort();
      const ports = ['--port', String(port), '--http_port', String(await freePort())];
      const args = ['--config', config, '--addr', '127.0.0.1', ...ports];
      const cluster = ['--cluster', `nats://127.0.0.1:${await freePort()}`];
      const env = { ...nats.env, NATS_NAME: 'nats-1' };
      processes.start({ program: 'nats-server', args: [...args, ...cluster], env });
      const newsOf = async (role: string): Promise<NatsNews> => {
        const { connection, prefix, key } = natsSettings({
          NATS_URL: [`tls://localhost:${port}`],
          NATS_CA: path.join(tls, 'ca.crt'),
          NATS_CERT: path.join(tls, `${role}.crt`),
          NATS_KEY: path.join(tls, `${role}.key`),
          NATS_SUBJECT: 'tallystick',
          BUS_KEY: 'ab'.repeat(32),
        });
        const link = new Link({ connection, name: role, log: SILENT_LOG });
        links.push(link);
        const { news: subject } = subjectsOf(prefix);
        const news = new NatsNews({
          link,
          subject,
          seal: new FrameSeal(key),
          known: { run: RUN, believes: run => run === RUN },
          log: SILENT_LOG,
        });
        await new Promise<void>(resolve => link.listen({ onUp: resolve }));
        return news;
      };
      const [core, gateway] = [await newsOf('core'), await newsOf('gateway')];
      const heard = new Promise(resolve => core.hear(resolve));
      gateway.tell({ kind: 'clock' });
      expect(await heard).toEqual({ kind: 'clock' });
    } finally {
      for (const link of links) await link.stop();
      await processes.close();
    }
  });
});
