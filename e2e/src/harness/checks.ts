import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cutTextsHere } from './in-page.ts';
import { settled } from './walk.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/**
 * Accessibility faults on the screen once it has loaded, one line each: rule and first faulty element. `colours: false`
 * omits the slowest rule, for pages whose contrast was checked in another language; `words: false` omits the rule that a
 * label contains the visible text, because it needs words separated by spaces.
 */
export async function accessibilityFaults(
  page: Page,
  { colours = true, words = true } = {},
): Promise<string[]> {
  return faultsOf(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    rules: {
      'color-contrast': { enabled: colours },
      'label-content-name-mismatch': { enabled: words },
    },
  });
}

/** Only texts that do not stand out from what is behind them: for another theme of a page that was looked at in one. */
export function contrastFaults(page: Page): Promise<string[]> {
  return faultsOf(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
}

async function faultsOf(page: Page, rules: object): Promise<string[]> {
  await settled(page);
  // The page keeps the script until it is reloaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const result = await page.evaluate(
    async (options): Promise<AxeResult> => {
      const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } };
      return axe.run(options);
    },
    // Only a rule that is off reads the style sheets; loading them is a quarter of the work.
    { ...rules, resultTypes: ['violations'], preload: { assets: ['media'] } },
  );
  return result.violations.map(
    fault => `${fault.id} (${fault.nodes.length}): ${fault.nodes[0]?.html.slice(0, 200) ?? ''}`,
  );
}

/** Calls `cutTextsHere` once the screen has loaded and its layout for this width and font is done. */
export async function cutTexts(page: Page): Promise<string[]> {
  await settled(page);
  const width = page.viewportSize()?.width ?? 0;
  await page.waitForFunction(async wanted => {
    await document.fonts.ready;
    // What depends on the screen's width is applied with the next frame.
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return matchMedia(`(width: ${wanted}px)`).matches;
  }, width);
  return page.evaluate(cutTextsHere);
}

/** Checks that nothing is cut off and that the page is accessible. */
export async function expectFaultless(page: Page): Promise<void> {
  expect(await cutTexts(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
}
