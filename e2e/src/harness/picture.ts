import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const OUTPUT = path.join(import.meta.dirname, '../../.output');
/** Taking hundreds of pictures costs a good part of a run, so it needs PICTURES=1. */
const ALL = process.env['PICTURES'] === '1';

/** Saves what is on the screen as e2e/.output/<name>.png: always if the name says `failed`, else with PICTURES=1. */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (!ALL && !name.includes('failed')) return;
  mkdirSync(OUTPUT, { recursive: true });
  await page.screenshot({ path: path.join(OUTPUT, `${name}.png`) });
}
