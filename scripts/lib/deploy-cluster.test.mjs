import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { DEFINITIONS } from '../../apps/server/src/config/definitions.ts';
import { needlessSecrets, SECRETS_OF } from '../../apps/server/src/config/settings.ts';
import { AGREED } from '../../apps/server/src/testing/cluster/patroni-cluster.ts';
import { ROOT } from './setup.mjs';

const read = (...parts) => readFileSync(path.join(ROOT, ...parts), 'utf8');
const json = (...parts) => JSON.parse(read(...parts));
const codes = json('apps/server/exit-codes.json');
const files = pattern => globSync(pattern, { cwd: ROOT }).toSorted();
const CLUSTER = 'deploy/cluster';
/** The server's command in an image. */
const COMMAND = ['node', ...json('apps/server/node-flags.json').flags, 'apps/server/src/main.ts'];
const ROLES = ['core', 'gateway', 'feed', 'worker'];
const isSetting = name => name in DEFINITIONS;

/** The documents of a file, which must be right. */
function documents(file) {
  const all = parseAllDocuments(read(file), { merge: true });
  expect(all.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  return all.map(each => each.toJS());
}

/** All objects within that have this key, with what it holds. */
function within(value, key) {
  if (value === null || typeof value !== 'object') return [];
  const own = Object.hasOwn(value, key) ? [value[key]] : [];
  return [...own, ...Object.values(value).flatMap(each => within(each, key))];
}

const KUBERNETES = files(`${CLUSTER}/kubernetes/*.yaml`).flatMap(documents);
const named = kind => KUBERNETES.filter(each => each.kind === kind);

describe('an exchange on several machines', () => {
  const shared = parseEnv(read(CLUSTER, 'tallystick.env.example'));
  const own = Object.fromEntries(ROLES.map(role => [role, parseEnv(read(CLUSTER, `${role}.env.example`))]));

  test('has settings that exist, and only those an operator knows are empty', () => {
    const all = Object.assign({}, shared, ...Object.values(own));
    expect(Object.keys(all).filter(name => !isSetting(name))).toEqual([]);
    const alone = parseEnv(read('deploy/tallystick.env.example'));
    // These files say no less than the one of a process that is alone.
    expect(Object.keys(alone).filter(name => !(name in all))).toEqual([]);
    const empty = given => Object.keys(given).filter(name => given[name] === '');
    // What only processes on several machines must share.
    const beside = ['BUS_KEY', 'OBJECT_STORE_KEY_ID', 'OBJECT_STORE_SECRET', 'OBJECT_STORE_URL'];
    expect(empty(all).toSorted()).toEqual([...empty(alone), ...beside].toSorted());
  });

  test('cuts connections to a database that is no primary any more, and no customer off a gateway that is not ready', () => {
    const cutting = file => read(CLUSTER, file).match(/^[^#\n]*on-marked-down shutdown-sessions/gm) ?? [];
    expect(cutting('haproxy-database.cfg')).not.toEqual([]);
    expect(cutting('haproxy.cfg')).toEqual([]);
  });

  test('gives each role the secrets that it uses, and no others', () => {
    const [compose] = documents(`${CLUSTER}/compose.yaml`);
    const services = Object.values(compose.services).filter(({ environment }) => environment?.ROLE);
    for (const role of ROLES) {
      const given = Object.fromEntries(Object.keys({ ...shared, ...own[role] }).map(name => [name, 'given']));
      expect(needlessSecrets(role, given)).toEqual([]);
      // Of those that an installation must have: nodes of chains and more coins are its own choice.
      const isChosen = name =>
        !/^(SECRET|DATA|PRICE_LOG|SMTP|SMS|OBJECT)_|^DEPOSIT_XPUB_(BTC|ETH|TRON)$/.test(name);
      expect(SECRETS_OF[role].filter(name => !(name in given) && !isChosen(name))).toEqual([]);
      for (const { env_file: files } of services.filter(({ environment }) => environment.ROLE === role))
        expect(files).toEqual(['tallystick.env', `${role}.env`]);
      const refs = SECRETS_OF[role].length === 0 ? ['tallystick'] : ['tallystick', role];
      const pods = named('Deployment').filter(({ spec }) => spec.template.metadata.labels.role === role);
      for (const [from] of pods.map(pod => within(pod, 'envFrom')))
        expect(from).toEqual(refs.map(name => ({ secretRef: { name } })));
    }
    expect('PRICE_LOG_KEY' in { ...shared, ...own.gateway }).toBe(false);
    const unit = read(CLUSTER, 'tallystick@.service');
    expect(unit).toContain('EnvironmentFile=-/etc/tallystick/%i.env');
  });

  test('in Kubernetes: the database has room for all that may run at once', () => {
    // Beside its pool: what follows the journal, what looks whether the database answers, and what a start needs; a worker's
    // lease and comparison; a core's writer, projector and snapshots.
    const beside = { core: 7, gateway: 3, feed: 3, worker: 6 };
    const [{ spec: database }] = named('Cluster');
    const [{ spec: scaler }] = named('HorizontalPodAutoscaler');
    let most = 0;
    for (const { spec } of named('Deployment')) {
      const { role } = spec.template.metadata.labels;
      const { env } = spec.template.spec.containers[0];
      const pool = Number(env.find(({ name }) => name === 'DATABASE_CONNECTIONS').value);
      const surge = spec.strategy.rollingUpdate?.maxSurge ?? 0;
      const pods = (role === 'gateway' ? scaler.maxReplicas : spec.replicas) + surge;
      most += pods * (pool + beside[role]);
    }
    // People, backups, the operator's own look.
    const reserve = 30;
    expect(most).toBeGreaterThan(300);
    expect(most + reserve).toBeLessThanOrEqual(Number(database.postgresql.parameters.max_connections));
    // By other ways the same processes are not as many.
    const [{ bootstrap }] = documents(`${CLUSTER}/patroni.yaml`);
    expect(Number(bootstrap.dcs.postgresql.parameters.max_connections)).toBe(
      Number(database.postgresql.parameters.max_connections),
    );
    expect(Number(own.gateway.DATABASE_CONNECTIONS)).toBe(6);
  });

  test('under systemd: every role as the one process, but at once again', () => {
    const unit = read(CLUSTER, 'tallystick@.service');
    const lines = text => text.split('\n').filter(line => /^[A-Z]\w*=/.test(line));
    const alone = read('deploy/tallystick.service');
    const OWN = /^(Description|After|EnvironmentFile|Environment|Restart\w*|StateDirectory|CacheDirectory)=/;
    const common = text => lines(text).filter(line => !OWN.test(line));
    expect(common(unit)).toEqual(common(alone));
    expect(lines(unit)).toEqual(
      expect.arrayContaining([
        'Restart=always',
        'RestartSec=200ms',
        `RestartPreventExitStatus=${codes.settings} ${codes.halted}`,
        'StartLimitIntervalSec=0',
      ]),
    );
    const environment = lines(unit).find(line => line.startsWith('Environment='));
    const names = environment.slice('Environment='.length).split(' ');
    expect(names).toContain('ROLE=%i');
    const unknown = names.map(pair => pair.split('=')[0]).filter(name => !isSetting(name));
    expect(unknown).toEqual(['NODE_COMPILE_CACHE']);
  });

  test('in containers: two cores, two gateways, two feeds and a worker, as nobody with nothing to write', () => {
    const [compose] = documents(`${CLUSTER}/compose.yaml`);
    const processes = Object.entries(compose.services).filter(([, { environment }]) => environment?.ROLE);
    const roles = processes.map(([, { environment }]) => environment.ROLE);
    expect(roles.toSorted()).toEqual(['core', 'core', 'feed', 'feed', 'gateway', 'gateway', 'worker']);
    for (const [, service] of processes) {
      expect(service).toMatchObject({
        command: COMMAND,
        read_only: true,
        cap_drop: ['ALL'],
        restart: 'always',
      });
      expect(Object.keys(service.environment).filter(name => !isSetting(name))).toEqual([]);
      for (const secret of service.secrets) expect(compose.secrets).toHaveProperty([secret]);
      expect(service.environment.NATS_CERT).toBe(`/run/secrets/${service.environment.ROLE}.crt`);
    }
    expect(compose.services).toMatchObject({ primary: {}, standby: {}, nats: {}, haproxy: {} });
  });

  test('in Kubernetes: whatever is named is there', () => {
    const [kustomization] = documents(`${CLUSTER}/kustomization.yaml`);
    const there = files(`${CLUSTER}/kubernetes/*.yaml`).map(file => path.relative(CLUSTER, file));
    expect(kustomization.resources.toSorted()).toEqual(there);
    for (const { apiVersion, kind, metadata } of KUBERNETES)
      expect({ apiVersion, kind, name: metadata.name }).toEqual({
        apiVersion: expect.any(String),
        kind: expect.any(String),
        name: expect.stringMatching(/^[a-z0-9-]+$/),
      });
    const secrets = new Set(named('Certificate').map(({ spec }) => spec.secretName));
    const mounted = within(KUBERNETES, 'secret').map(({ secretName, name }) => secretName ?? name);
    expect(mounted.filter(name => !secrets.has(name))).toEqual([]);
    const labels = named('Deployment')
      .concat(named('StatefulSet'))
      .map(({ spec }) => spec.template.metadata.labels)
      .concat({ 'cnpg.io/cluster': named('Cluster')[0].metadata.name });
    const selected = [...within(KUBERNETES, 'podSelector'), ...within(KUBERNETES, 'selector')]
      .map(selector => selector.matchLabels ?? selector)
      .filter(selector => Object.keys(selector).length > 0);
    const isThere = selector =>
      labels.some(each => Object.entries(selector).every(([key, value]) => each[key] === value));
    expect(selected.length).toBeGreaterThan(15);
    expect(selected.filter(selector => !isThere(selector))).toEqual([]);
  });

  test('in Kubernetes: two cores apart, gateways that drain, nobody as root', () => {
    const byRole = Map.groupBy(named('Deployment'), ({ spec }) => spec.template.metadata.labels.role);
    expect([...byRole.keys()].toSorted()).toEqual(['core', 'feed', 'gateway', 'worker']);
    const cores = byRole.get('core');
    expect(cores.map(({ spec }) => spec.replicas)).toEqual([1, 1]);
    for (const { spec } of cores) {
      const [apart] = within(spec, 'requiredDuringSchedulingIgnoredDuringExecution');
      expect(apart).toEqual([
        { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { role: 'core' } } },
      ]);
    }
    expect(within(byRole.get('gateway'), 'preStop')).toHaveLength(1);
    for (const kind of ['HorizontalPodAutoscaler', 'PodDisruptionBudget'])
      expect(named(kind).map(({ metadata }) => metadata.name)).toContain('gateway');
    for (const { spec } of [...byRole.values()].flat()) {
      const pod = spec.template.spec;
      const [container] = pod.containers;
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
      expect(container).toMatchObject({
        command: COMMAND,
        securityContext: { readOnlyRootFilesystem: true },
      });
      const role = container.env.find(({ name }) => name === 'ROLE').value;
      expect(pod.volumes.find(({ name }) => name === 'tls').secret.secretName).toBe(`${role}-tls`);
      expect(container.env.filter(({ name }) => !isSetting(name))).toEqual([]);
    }
  });

  test('on database hosts: Patroni as the tests have it', () => {
    const [{ bootstrap }] = documents(`${CLUSTER}/patroni.yaml`);
    const { postgresql, ...agreed } = AGREED;
    expect(bootstrap.dcs).toMatchObject({ ...agreed, synchronous_mode_strict: false });
    expect(bootstrap.dcs.postgresql.use_pg_rewind).toBe(postgresql.use_pg_rewind);
    for (const name of ['wal_sender_timeout', 'wal_receiver_timeout', 'jit'])
      expect(bootstrap.dcs.postgresql.parameters[name]).toBe(postgresql.parameters[name]);
  });
});

/** Names of the server's metrics, as its source has them. */
function metrics() {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: ROOT })
    .filter(file => !/\.test\.ts$|\/testing\//.test(file))
    .map(file => read(file));
  const names = new Set(
    sources.flatMap(text => [...text.matchAll(/'(tallystick_\w+)'/g)].map(([, name]) => name)),
  );
  const logs = read('apps/server/src/transparency-log/metrics.ts');
  // `tallystick_${name}_${what}`, for each log and each gauge.
  expect(logs).toContain('name: `tallystick_${name}_${what}`');
  for (const [, name, entries] of logs.matchAll(/\['(\w+_log)', '(\w+)', /g))
    for (const [, what = entries] of logs.matchAll(/ gauge\(\s*(?:entries|['`]([^'`]+)['`]),/g))
      names.add(`tallystick_${name}_${what.replace('${entries}', entries)}`);
  // As the server has it.
  const { collectDefaultMetrics, Registry } = createRequire(path.join(ROOT, 'apps/server/package.json'))(
    'prom-client',
  );
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) names.add(name);
  return names;
}

describe('deploy/monitoring', () => {
  const [{ groups }] = documents('deploy/monitoring/alerts.yaml');
  const alerts = groups.flatMap(({ rules }) => rules);
  const dashboard = json('deploy/monitoring/dashboard.json');

  test('names only metrics that the server has', () => {
    const known = metrics();
    expect(known).toContain('tallystick_journal_log_signed_rows');
    const expressions = [...alerts.map(({ expr }) => expr), ...within(dashboard, 'expr')];
    const used = new Set(
      expressions.flatMap(text => text.match(/\b(?:tallystick|nodejs|process)_\w+/g) ?? ['up']),
    );
    expect(used.size).toBeGreaterThan(30);
    const isKnown = name => known.has(name) || known.has(name.replace(/_(bucket|sum|count)$/, ''));
    expect([...used].filter(name => !isKnown(name) && name !== 'up')).toEqual([]);
  });

  test('has an entry of the runbook for every alert, and an alert for every such entry', () => {
    const runbook = read('docs/runbook.md');
    const entries = [...runbook.matchAll(/^## ([A-Z][a-z]+[A-Z]\w*)$/gm)].map(([, name]) => name);
    expect(alerts.map(({ alert }) => alert)).toEqual(entries);
    for (const section of runbook.split(/^## /m).slice(1)) {
      const [title] = section.split('\n');
      if (!entries.includes(title)) continue;
      for (const part of ['- **Look at**', '- **Do**', '- **Never**']) expect(section).toContain(part);
    }
  });

  test('tells in words what an alert means, and how urgent it is', () => {
    for (const { labels, annotations } of alerts) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\w/);
    }
  });
});
