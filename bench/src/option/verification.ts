import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { launchBrowser } from '@tallystick/e2e/harness/browser';
import { sampleProof } from '@tallystick/verify/testing/sample-proof';
import { goalRow, infoRow, median, progress, type Row } from '../report.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const ROOT = path.join(import.meta.dirname, '../../..');
const ORIGIN = 'http://verify.bench';
const GOAL_MS = 100;
const ROUNDS = 9;
const MARKETS = [1, 2, 3, 4, 5, 6, 7, 8];
/** How much slower a medium phone is than this machine, as assumed by Lighthouse. */
const PHONE = 4;

/** Resolved as by the bundler; see package.json of packages/verify. */
const IMPORTS = {
  '@noble/curves/': '/packages/verify/node_modules/@noble/curves/',
  '@noble/hashes/': '/node_modules/@noble/hashes/',
  '@tallystick/core/money/decimal': '/packages/core/src/money/decimal.ts',
  '@tallystick/core/option/settlement': '/packages/core/src/option/settlement.ts',
};

const PAGE = `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
<script type="module">
  import { verifyOption } from '/packages/verify/src/proof.ts';
  globalThis.check = text => {
    const startedAt = performance.now();
    const { verdict } = verifyOption(JSON.parse(text));
    return { verdict, ms: performance.now() - startedAt };
  };
</script>`;

/**
 * A customer's browser checking one proof: from the text of the reply to the verdict, the first time on a fresh page,
 * when nothing is compiled yet. A tick of eight markets a second, each with three sources, as a live exchange has.
 */
export async function measureVerification(quick: boolean): Promise<Row[]> {
  progress('a browser that checks one receipt');
  const browser = await launchBrowser();
  try {
    const rounds = quick ? 1 : ROUNDS;
    const minute = await measure(browser, 60, rounds, 1);
    const longest = await measure(browser, 600, rounds, 1);
    const phone = await measure(browser, 60, rounds, PHONE);
    const name = `verifying one receipt, ${minute.ticks} ticks of 60 s, in the browser`;
    return [
      quick ? infoRow(name, minute.ms, 'ms', 'lower') : goalRow(name, minute.ms, 'ms', GOAL_MS, 'lower'),
      infoRow(`the same, ${longest.ticks} ticks of 600 s`, longest.ms, 'ms', 'lower'),
      infoRow(`the same, 60 s, processor slowed ${PHONE} times`, phone.ms, 'ms', 'lower'),
      infoRow('size of that proof', minute.bytes / 1024, 'KiB', 'lower'),
    ];
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, seconds: number, rounds: number, slowedBy: number) {
  const { proof } = sampleProof({ seconds, markets: MARKETS });
  const text = JSON.stringify(proof);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await checkOnce(browser, text, slowedBy));
  return { ms: median(times), ticks: proof.log.range.ticks.length, bytes: Buffer.byteLength(text) };
}

async function checkOnce(browser: Browser, text: string, slowedBy: number): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await serve(page);
    await page.goto(`${ORIGIN}/`);
    await page.waitForFunction(() => 'check' in globalThis);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowedBy });
    const { verdict, ms } = await page.evaluate(
      given =>
        (globalThis as unknown as { check(text: string): { verdict: string; ms: number } }).check(given),
      text,
    );
    if (verdict !== 'right') throw new Error(`the proof is ${verdict}`);
    return ms;
  } finally {
    await context.close();
  }
}

/** The verifier's own files with types removed. */
async function serve(page: Page): Promise<void> {
  await page.route(`${ORIGIN}/**`, route => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
    const source = readFileSync(path.join(ROOT, pathname), 'utf8');
    const body = pathname.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
    return route.fulfill({ contentType: 'text/javascript', body });
  });
}
