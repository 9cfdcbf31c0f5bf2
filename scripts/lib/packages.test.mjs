import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  acceptedAdvisories,
  billOfMaterials,
  judge,
  LICENCES,
  NOTICES,
  notices,
  shippedPackages,
} from './packages.mjs';
import { ROOT } from './setup.mjs';

const SETUP = { node: process.execPath, env: process.env };
const json = (...parts) => JSON.parse(readFileSync(path.join(ROOT, ...parts), 'utf8'));
const lock = json('package-lock.json').packages;

test('the bill of materials names every package of the lock file', async () => {
  const { components } = JSON.parse(await billOfMaterials(SETUP));
  const named = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
  const locked = Object.entries(lock).filter(
    ([where, entry]) => where.includes('node_modules/') && !entry.link,
  );
  expect(locked.length).toBeGreaterThan(300);
  const missing = locked
    .map(
      ([where, { version }]) => `pkg:npm/${where.slice(where.lastIndexOf('node_modules/') + 13)}@${version}`,
    )
    .filter(purl => !named.has(purl));
  expect(missing).toEqual([]);
});

test('THIRD-PARTY-NOTICES.md matches the lock file (if not: npm run notices)', async () => {
  expect(readFileSync(path.join(ROOT, NOTICES), 'utf8')).toBe(await notices(SETUP));
});

test('every shipped package has an allowed licence', async () => {
  const packages = await shippedPackages(SETUP);
  expect(packages.length).toBeGreaterThan(150);
  expect(packages.filter(({ licence }) => !Object.hasOwn(LICENCES, licence))).toEqual([]);
});

test('only known packages may run install scripts', () => {
  const { allowScripts } = json('package.json');
  const withScripts = Object.entries(lock).filter(([, entry]) => entry.hasInstallScript);
  const names = withScripts.map(([where]) => where.slice('node_modules/'.length));
  expect(Object.keys(allowScripts).toSorted()).toEqual(names.toSorted());
  expect(readFileSync(path.join(ROOT, '.npmrc'), 'utf8')).toContain('strict-allow-scripts=true');
  const tools = Object.values(json('scripts', 'toolchain', 'package-lock.json').packages);
  expect(tools.filter(entry => entry.hasInstallScript)).toEqual([]);
});

test('all packages have one licence and the changelog’s newest version', () => {
  const members = Object.values(lock).filter(entry => entry.name?.startsWith('@tallystick/'));
  expect(members.length).toBe(12);
  const { version, license } = json('package.json');
  for (const member of members) expect(member).toMatchObject({ version, license });
  const [newest] = /(?<=^## )\d+\.\d+\.\d+/m.exec(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'));
  expect(newest).toBe(version);
});

describe('advisories', () => {
  const advisory = {
    name: 'left',
    severity: 'high',
    title: 'Falls over',
    url: 'https://example.org/GHSA-aaaa-bbbb-cccc',
  };
  const report = {
    vulnerabilities: { left: { via: [advisory] }, right: { via: ['left'] }, twice: { via: [advisory] } },
  };
  const accepted = {
    id: 'GHSA-aaaa-bbbb-cccc',
    package: 'left',
    reason: 'never fed by strangers',
    until: '2026-12-01',
  };

  test('are open unless there is a reason', () => {
    const { code, lines } = judge(report, [], '2026-11-23');
    expect(code).toBe(1);
    expect(lines).toEqual(['high: left, GHSA-aaaa-bbbb-cccc: Falls over', '1 open, 0 accepted']);
  });

  test('may have a reason, for this package and until a day', () => {
    expect(judge(report, [accepted], '2026-12-01')).toMatchObject({ code: 0 });
    expect(judge(report, [accepted], '2026-12-02').code).toBe(1);
    expect(judge(report, [{ ...accepted, package: 'right' }], '2026-11-23').code).toBe(1);
  });

  test('an empty report counts as no answer if nothing was asked', () => {
    expect(judge({ vulnerabilities: {} }, [], '2026-11-23').code).toBe(0);
    for (const silent of [{ message: 'Not Allowed', error: { summary: '' } }, {}, null]) {
      expect(judge(silent, [], '2026-11-23').code).toBe(75);
    }
  });

  test('recorded reasons are whole', () => {
    for (const entry of acceptedAdvisories()) {
      expect(Object.keys(entry).toSorted()).toEqual(['id', 'package', 'reason', 'until']);
      expect(entry.until).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(entry.reason.length).toBeGreaterThan(20);
    }
  });
});
