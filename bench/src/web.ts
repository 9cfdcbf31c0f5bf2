/**
 * What a phone downloads before the first page works, the size of every chunk and of the typeface, and Lighthouse's
 * mobile scores, of the built app served by the real server.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { BROWSER_FLAGS, findChromium } from '@tallystick/e2e/harness/browser';
import { runServer } from '@tallystick/server/testing/run-server';
import { diskFolder } from '@tallystick/server/testing/scratch-folder';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { goalRow, infoRow, median, report, type Row } from './report.ts';

const DIST = path.join(import.meta.dirname, '../../apps/web/dist');
const RUNS = 3;

const data = await diskFolder('data');
const server = await runServer({ dataDir: data.path, env: { LOG_LEVEL: 'error' } });
try {
  const rows = [...(await firstLoadAndScores(`${server.url}/web/`)), ...fonts(), ...chunks()];
  report(rows);
} finally {
  await server.stop();
  await data.remove();
}

interface Scores {
  readonly firstLoad: readonly string[];
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
}

async function firstLoadAndScores(url: string): Promise<Row[]> {
  const runs: Scores[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await lighthouseRun(url));
  const worst = (score: (run: Scores) => number): number => Math.min(...runs.map(score));
  const firstLoad = Math.max(
    ...runs.map(run => run.firstLoad.reduce((sum, file) => sum + gzipSize(file), 0)),
  );
  const performance = median(runs.map(run => run.performance));
  const accessibility = worst(run => run.accessibility);
  const bestPractices = worst(run => run.bestPractices);
  return [
    goalRow('first load, scripts and styles, gzip', kilobytes(firstLoad), 'kB', 150, 'lower'),
    goalRow(`Lighthouse mobile performance, median of ${RUNS}`, performance, 'points', 95, 'higher'),
    goalRow(`Lighthouse accessibility, worst of ${RUNS}`, accessibility, 'points', 100, 'higher'),
    goalRow(`Lighthouse best practices, worst of ${RUNS}`, bestPractices, 'points', 100, 'higher'),
  ];
}

/** Every script and style loaded while Lighthouse ran counts as first load, including deferred ones. */
async function lighthouseRun(url: string): Promise<Scores> {
  const { executablePath, env } = await findChromium();
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless', ...BROWSER_FLAGS],
    envVars: { ...process.env, ...env },
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
      logLevel: 'error',
    });
    if (result === undefined) throw new Error('Lighthouse gave no result');
    const { categories, audits } = result.lhr;
    const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
    const requests = audits['network-requests']?.details;
    const items = requests?.type === 'table' ? requests.items : [];
    const firstLoad = items
      .filter(item => item['resourceType'] === 'Script' || item['resourceType'] === 'Stylesheet')
      .map(item => new URL(String(item['url'])).pathname.replace(/^\/web\//, ''));
    return {
      firstLoad: [...new Set(firstLoad)],
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
    };
  } finally {
    chrome.kill();
  }
}

/** Counted separately, because text is shown before them. They are already compressed. */
function fonts(): Row[] {
  const files = readdirSync(path.join(DIST, 'assets')).filter(file => file.endsWith('.woff2'));
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(DIST, 'assets', file)).size, 0);
  return [goalRow('typeface, Latin and Vietnamese, woff2', kilobytes(bytes), 'kB', 30, 'lower')];
}

function chunks(): Row[] {
  return readdirSync(path.join(DIST, 'assets'))
    .filter(file => /\.(js|css)$/.test(file))
    .map(file => ({ file, bytes: gzipSize(`assets/${file}`) }))
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ file, bytes }) =>
      infoRow(`chunk ${file.replace(/-[\w-]{8}(?=\.)/, '')}`, kilobytes(bytes), 'kB', 'lower'),
    );
}

function gzipSize(file: string): number {
  return gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length;
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
