import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { AGREED } from './patroni-cluster.ts';

const DEPLOYED = fileURLToPath(new URL('../../../../../deploy/cluster/patroni.yaml', import.meta.url));
/** How large the machines are, and what is set once all run. */
const OF_ITS_OWN = new Set(['max_connections', 'max_wal_senders', 'shared_buffers', 'wal_keep_size']);
const OF_TESTS = new Set(['dynamic_shared_memory_type']);

function settingsOf(text: string): Map<string, string> {
  const [, agreed = ''] = /^ {2}dcs:\n((?: {4}.*\n)*)/m.exec(text) ?? [];
  return new Map(
    [...agreed.matchAll(/^ +(\w+): *'?([^'\n]+?)'?$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

it('what fails over in tests has the settings that are deployed', async () => {
  const deployed = settingsOf(await readFile(DEPLOYED, 'utf8'));
  const { postgresql, ...cluster } = AGREED;
  const { parameters, ...rest } = postgresql;
  const tried = Object.entries({ ...cluster, ...rest, ...parameters })
    .filter(([name]) => !OF_ITS_OWN.has(name) && !OF_TESTS.has(name))
    .map(([name, value]) => [name, String(value)]);
  expect(tried.length).toBeGreaterThan(12);
  expect(tried.map(([name = '']) => [name, deployed.get(name)])).toEqual(tried);
});
