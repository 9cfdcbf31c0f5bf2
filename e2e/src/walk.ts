/**
 * Goes through every page as visitor and as customer, in eight languages at four widths, and looks for errors, text that
 * is cut, pages that scroll sideways and accessibility faults: `npm run walk`. Faults are listed by page and photographed
 * into e2e/.output/walk. Exit code 1 on a fault.
 *
 * To visit less: --route TEXT (a part of the address), --language th, --width 320, --who visitor; several values with
 * commas. --theme light begins in that theme; contrast is looked at in both. --text-size largest enlarges the letters.
 * --pictures photographs every page in full; --unchecked skips all checks, to take pictures only. --beside 3 opens three
 * pages at a time. FONT=dejavu uses the widest font, as when our typeface does not load.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { startApp } from './harness/app.ts';
import { furnish, WALKED, type Furnished } from './harness/walk/furnish.ts';
import { readOptions } from './harness/walk/options.ts';
import { everything, LAYOUTS, PEOPLE, type Visit } from './harness/walk/plan.ts';
import { GUARDED } from './harness/walk/routes.ts';
import { placeOf, summary } from './harness/walk/summary.ts';
import { Walker, type Fault, type Look } from './harness/walk/walker.ts';

const OUTPUT = path.join(import.meta.dirname, '../.output/walk');

const options = readOptions(process.argv.slice(2));
rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
const app = await startApp(WALKED);
try {
  process.exitCode = await walk(await furnish(app));
} finally {
  await app.close();
}

/** Makes all chosen visits, in rounds of one person and language, several rounds at the same time. */
async function walk(furnished: Furnished): Promise<number> {
  const visits = everything(furnished.views).filter(options.wants);
  const rounds = [...Map.groupBy(visits, ({ who, language }) => `${language} ${who}`)];
  say(`${visits.length} visits in ${rounds.length} rounds, ${options.beside} at a time`);
  const faults: Fault[] = [];
  faults.push(...(await sentToLogIn(furnished)));
  const left = rounds.values();
  await Promise.all(
    Array.from({ length: options.beside }, async () => {
      for (const [name, some] of left) faults.push(...(await walkRound(furnished, name, some)));
    }),
  );
  process.stdout.write(summary(faults, visits.length));
  return faults.length > 0 ? 1 : 0;
}

/** A visitor opens every page that needs an account: in one language, because redirects are the same in all. */
async function sentToLogIn(furnished: Furnished): Promise<Fault[]> {
  const walker = await Walker.start({ browser: app.browser, webUrl: app.webUrl, furnished, who: 'visitor' });
  const faults: Fault[] = [];
  for (const route of GUARDED) {
    const visit = { route, who: 'visitor', language: 'en', width: 390 } as const;
    if (options.checks && options.wants(visit)) faults.push(...(await walker.sentToLogIn(visit)));
  }
  await walker.close();
  return faults;
}

async function walkRound(furnished: Furnished, name: string, visits: readonly Visit[]): Promise<Fault[]> {
  const who = PEOPLE.find(one => one === visits[0]?.who) ?? 'visitor';
  const { browser, webUrl } = app;
  const { theme, textSize } = options;
  const walker = await Walker.start({ browser, webUrl, furnished, who, theme, textSize });
  const faults: Fault[] = [];
  const beganMs = performance.now();
  let pages = 0;
  for (const [, ofRoute] of Map.groupBy(visits, ({ route }) => route)) {
    const found = await walker.look(ofRoute, look, photographed(walker.page));
    for (const { visit, text } of found) say(`${placeOf(visit)} ${visit.route}: ${text}`);
    faults.push(...found);
    pages++;
    if (pages % 20 === 0) say(`${name}: ${pages} pages, ${faults.length} faults`);
  }
  await walker.close();
  say(
    `${name}: ${pages} pages, ${faults.length} faults, ${Math.round((performance.now() - beganMs) / 1000)} s`,
  );
  return faults;
}

function look({ width }: Visit): Look {
  if (!options.checks) return 'nothing';
  return LAYOUTS.includes(width) ? 'everything' : 'room';
}

function photographed(page: Page): (visit: Visit, faults: readonly string[]) => Promise<void> {
  return async ({ route, who, language, width }, faults) => {
    if (faults.length === 0 && !options.pictures) return;
    const name = [route.replaceAll(/\W+/g, '-').replace(/^-(pages-)?/, ''), language, width, who].join('_');
    const file = path.join(OUTPUT, `${faults.length > 0 ? 'fault_' : ''}${name}.png`);
    await page.screenshot({ path: file, fullPage: true, scale: 'css' });
  };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
