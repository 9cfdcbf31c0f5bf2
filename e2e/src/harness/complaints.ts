import type { Page } from 'playwright-core';

/**
 * Uncaught errors, console errors and breaches of the content policy on a page, oldest first; the list grows. Call before
 * the page's first address is opened.
 */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(`uncaught: ${error.message}`));
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  // Browsers do not log all of them to the console.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', breach => {
      const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = breach;
      // oxlint-disable-next-line no-console -- where the test listens
      console.error(
        `policy: ${effectiveDirective} ${blockedURI} ${sample} at ${sourceFile ?? ''}:${lineNumber}`,
      );
    });
  });
  return complaints;
}
