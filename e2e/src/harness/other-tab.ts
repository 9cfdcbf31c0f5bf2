import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@tallystick/protocol/languages';
import type { Page } from 'playwright-core';
import { cutTextsHere, keepCalls, quiet } from './in-page.ts';
import { TIMEOUT_MS } from './phone.ts';
import { settled } from './walk.ts';

export type Theme = 'dark' | 'light';
export type TextSize = 'small' | 'normal' | 'large' | 'largest';

/** Another tab of a page's browser, in which languages and themes are chosen: the page follows where it is. */
export class OtherTab {
  readonly #page: Page;
  readonly #tab: Page;

  private constructor(page: Page, tab: Page) {
    this.#page = page;
    this.#tab = tab;
  }

  /** Call before the page's first address is opened, or reload it then. */
  static async open(page: Page, webUrl: string): Promise<OtherTab> {
    await page.addInitScript(keepCalls);
    const tab = await page.context().newPage();
    // A page of the same origin without the app.
    await tab.goto(new URL('/healthz', webUrl).href);
    return new OtherTab(page, tab);
  }

  /** Puts these entries into the local storage of both. */
  async store(entries: Readonly<Record<string, string>>): Promise<void> {
    await this.#tab.evaluate(all => {
      for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
    }, entries);
  }

  async choose(language: Language): Promise<void> {
    await this.store({ 'tallystick.lang': language });
  }

  async chooseLook(look: { readonly theme: Theme; readonly textSize?: TextSize | undefined }): Promise<void> {
    await this.store({ 'tallystick.settings': JSON.stringify(look) });
  }

  /** Waits until the page is drawn in this theme. */
  async themeFollowed(theme: Theme): Promise<void> {
    await this.#page.waitForFunction(async wanted => {
      if (document.documentElement.dataset['theme'] !== wanted) return false;
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      return true;
    }, theme);
  }

  /** Waits until the page has followed and is complete: see `quiet`. */
  async followed(language: Language): Promise<void> {
    const width = this.#page.viewportSize()?.width ?? 0;
    await this.#page.evaluate(quiet, [LANGUAGE_NAMES[language].tag, width, TIMEOUT_MS] as const);
  }

  close(): Promise<void> {
    return this.#tab.close();
  }
}

export interface CutOptions {
  readonly languages?: readonly Language[];
  /** In CSS pixels. */
  readonly widths?: readonly number[];
  /** Fills in or opens what is to be looked at. Called in each language, because the page begins anew in it. */
  readonly prepare?: (language: Language) => Promise<void>;
  /** Called while the page is as it was looked at. */
  readonly seen?: (language: Language, width: number) => Promise<void>;
}

/**
 * Texts that do not fit on the page at this address, in each of the languages at each of the widths. The page is loaded once.
 * In the end it is as wide as before and speaks English.
 */
export async function cutInLanguages(
  page: Page,
  address: string,
  { languages = LANGUAGES, widths = [390, 320], prepare, seen }: CutOptions = {},
): Promise<string[]> {
  const before = page.viewportSize()!;
  const tab = await OtherTab.open(page, address);
  await page.goto(address);
  await page.reload();
  await settled(page);
  const faults: string[] = [];
  for (const language of languages) {
    await tab.choose(language);
    await tab.followed(language);
    await prepare?.(language);
    for (const width of widths) {
      await page.setViewportSize({ ...before, width });
      await tab.followed(language);
      faults.push(...(await page.evaluate(cutTextsHere)).map(fault => `${language} ${width}: ${fault}`));
      await seen?.(language, width);
    }
  }
  await tab.choose('en');
  await tab.followed('en');
  await tab.close();
  await page.setViewportSize(before);
  return faults;
}
