import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The stand-alone verifier that customers can download. */
export const VERIFIER = path.join(import.meta.dirname, '../../../apps/web/dist/tallystick-verify.mjs');

export function runVerifier(file: string, ...options: readonly string[]) {
  return spawnSync(process.execPath, [VERIFIER, file, ...options], { encoding: 'utf8' });
}

/** Saves what this part of the page checks, and expects the stand-alone verifier to accept it. Returns its report. */
export async function verifySaved(page: Page, part: Page | Locator = page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('button', { name: 'Download proof' }).click(),
  ]);
  const file = await download.path();
  expect(runVerifier(file)).toMatchObject({ status: 0, stderr: '' });
  const report = JSON.parse(runVerifier(file, '--json').stdout) as {
    readonly kind: string;
    readonly checks: readonly { readonly name: string; readonly state: string }[];
  };
  const passed = report.checks.filter(check => check.state === 'passed').map(check => check.name);
  return { name: download.suggestedFilename(), kind: report.kind, passed };
}
