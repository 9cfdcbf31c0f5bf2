import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from './walk.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/**
 * Accessibility faults on the screen once it has all it loads, one line each: rule and the first element at fault.
 * `colours: false` leaves out the slowest rule, for pages whose contrast has been checked in another language.
 */
export async function accessibilityFaults(page: Page, { colours = true } = {}): Promise<string[]> {
  await settled(page);
  // The page keeps it until it is loaded anew.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const result = await page.evaluate(async (checkColours): Promise<AxeResult> => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } };
    return axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      rules: { 'color-contrast': { enabled: checkColours } },
      resultTypes: ['violations'],
    });
  }, colours);
  return result.violations.map(
    fault => `${fault.id} (${fault.nodes.length}): ${fault.nodes[0]?.html.slice(0, 200) ?? ''}`,
  );
}

/**
 * Texts that do not fit, once the screen has all it loads: elements whose own text is wider or higher than they show, text that an element around it cuts
 * off, and anything that makes the page scroll sideways. What scrolls or is visually hidden on purpose does not count.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  await settled(page);
  return page.evaluate(() => {
    const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
    const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

    /** Whether something around the element shows only a part of its text's width. */
    const isCutAround = (element: HTMLElement): boolean => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX, position } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        // What scrolls shows the rest when scrolled; what is one pixel wide is for screen readers.
        if (scrolls(overflowX) || box.width <= 1) return false;
        if (clips(overflowX) && (text.right > box.right + 1 || text.left < box.left - 1)) return true;
        if (position === 'fixed') return false;
      }
      return false;
    };

    const faults: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) {
      faults.push(`page is ${document.documentElement.scrollWidth} px wide`);
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const ownText = [...element.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE)
        .map(node => node.textContent?.trim() ?? '')
        .join('');
      const isShown = element.clientWidth > 1 || getComputedStyle(element).display === 'inline';
      if (ownText === '' || !isShown || element.getClientRects().length === 0) continue;
      const style = getComputedStyle(element);
      const isCutX = clips(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isCutY = clips(style.overflowY) && element.scrollHeight > element.clientHeight + 3;
      if (isCutX || isCutY || isCutAround(element)) {
        faults.push(`${element.tagName.toLowerCase()}.${element.className}: ${ownText.slice(0, 60)}`);
      }
    }
    return faults;
  });
}

/** Nothing is cut off, and nothing stands in the way of those who hear the page instead of seeing it. */
export async function expectFaultless(page: Page): Promise<void> {
  expect(await cutTexts(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
}
