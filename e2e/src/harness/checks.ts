import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Accessibility faults on the screen, one line each: rule and the first element at fault. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // The page keeps it until it is loaded anew.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const result = await page.evaluate(async (): Promise<AxeResult> => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } };
    return axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] });
  });
  return result.violations.map(
    fault => `${fault.id} (${fault.nodes.length}): ${fault.nodes[0]?.html.slice(0, 200) ?? ''}`,
  );
}

/**
 * Texts that do not fit: elements whose own text is wider or higher than they show, and anything that makes the page
 * scroll sideways. Elements that are meant to scroll or to be visually hidden do not count.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) {
      faults.push(`page is ${document.documentElement.scrollWidth} px wide`);
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const ownText = [...element.childNodes]
        .filter(node => node.nodeType === Node.TEXT_NODE)
        .map(node => node.textContent?.trim() ?? '')
        .join('');
      if (ownText === '' || element.clientWidth <= 1) continue;
      const style = getComputedStyle(element);
      const clipsX = style.overflowX === 'hidden' || style.overflowX === 'clip';
      const clipsY = style.overflowY === 'hidden' || style.overflowY === 'clip';
      const isCutX = clipsX && element.scrollWidth > element.clientWidth + 1;
      const isCutY = clipsY && element.scrollHeight > element.clientHeight + 3;
      if (isCutX || isCutY)
        faults.push(`${element.tagName.toLowerCase()}.${element.className}: ${ownText.slice(0, 60)}`);
    }
    return faults;
  });
}
