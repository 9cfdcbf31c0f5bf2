import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const OUTPUT = path.join(import.meta.dirname, '../../.output');
/** Drawing some hundreds of them takes a good part of a run: PICTURES=1 for whoever wants to look at the screens. */
const ALL = process.env['PICTURES'] === '1';

/** Saves what is on the screen as e2e/.output/<name>.png: always if the name says `failed`, else with PICTURES=1. */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (!ALL && !name.includes('failed')) return;
  mkdirSync(OUTPUT, { recursive: true });
  await page.screenshot({ path: path.join(OUTPUT, `${name}.png`) });
}
