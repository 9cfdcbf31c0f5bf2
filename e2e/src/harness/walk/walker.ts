import type { Language } from '@tallystick/protocol/languages';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults, contrastFaults } from '../checks.ts';
import {
  brokenWords,
  cutTextsHere,
  overlappingTexts,
  unfinishedParts,
  ungroupedFigures,
} from '../in-page.ts';
import { OtherTab, type TextSize, type Theme } from '../other-tab.ts';
import { openPhone, type Phone } from '../phone.ts';
import { settled, walkTo } from '../walk.ts';
import type { Furnished } from './furnish.ts';
import type { Person, Visit } from './plan.ts';
import { HOME, LOGIN } from './routes.ts';

export interface Fault {
  readonly visit: Visit;
  readonly text: string;
}

/**
 * What to check. `room`: errors, raw words and texts that do not fit, in Thai also the largest of them. `structure`: also the accessibility rules except the
 * slowest, colour contrast. `everything`: also that, in both themes.
 */
export type Look = 'nothing' | 'room' | 'structure' | 'everything';

export interface WalkerOptions {
  readonly browser: Browser;
  readonly webUrl: string;
  readonly furnished: Furnished;
  readonly who: Person;
  /** The theme of the first page; without another one, what the app begins with. */
  readonly theme?: Theme | undefined;
  readonly textSize?: TextSize | undefined;
}

/**
 * A visitor's or customer's screen that goes from page to page and looks for faults. The language is chosen in another tab
 * of the same browser, which every page follows where it is.
 */
export class Walker {
  readonly #phone: Phone;
  readonly #otherTab: OtherTab;
  #language: Language = 'en';
  #route = HOME;
  #theme: Theme;

  readonly #textSize: TextSize | undefined;

  private constructor(phone: Phone, otherTab: OtherTab, theme: Theme, textSize: TextSize | undefined) {
    this.#phone = phone;
    this.#otherTab = otherTab;
    this.#theme = theme;
    this.#textSize = textSize;
  }

  static async start(options: WalkerOptions): Promise<Walker> {
    const { browser, webUrl, furnished, who, theme = 'dark', textSize } = options;
    const phone = await openPhone(browser);
    const { page } = phone;
    const otherTab = await OtherTab.open(page, webUrl);
    if (who === 'customer') await otherTab.store(furnished.session);
    if (theme !== 'dark' || textSize) await otherTab.chooseLook({ theme, textSize });
    await page.goto(`${webUrl}#${HOME}`);
    await settled(page);
    return new Walker(phone, otherTab, theme, textSize);
  }

  get page(): Page {
    return this.#phone.page;
  }

  /**
   * Goes from page to page; if only language or width change, the page is not opened again, which is quicker. A page that
   * does not appear is a fault as well. `seen` is called while the page is in the state that was checked.
   */
  async look(
    visits: readonly Visit[],
    how: (visit: Visit) => Look,
    seen: (visit: Visit, faults: readonly string[]) => Promise<void> = async () => undefined,
  ): Promise<Fault[]> {
    const found: Fault[] = [];
    for (const visit of visits) {
      const faults = await this.#faultsOf(visit, how(visit));
      await seen(visit, faults);
      found.push(...faults.map(text => ({ visit, text })));
    }
    return found;
  }

  async #faultsOf(visit: Visit, look: Look): Promise<string[]> {
    const { page } = this;
    try {
      if (page.viewportSize()?.width !== visit.width) {
        await page.setViewportSize({ width: visit.width, height: visit.width < 700 ? 844 : 900 });
      }
      await this.#arrive(visit);
      if (look === 'nothing') return [];
      const words = !WITHOUT_SPACES.includes(visit.language);
      const axe = look === 'structure' || look === 'everything';
      return [
        ...(await this.#faultsOfRoom()),
        ...(await page.evaluate(ungroupedFigures)),
        // Waits again, because the page may have redirected.
        ...(await settled(page).then(() => page.evaluate(unfinishedParts))),
        ...(axe ? await accessibilityFaults(page, { colours: look === 'everything', words }) : []),
        ...(look === 'everything' ? await this.#faultsInOtherTheme() : []),
        ...(visit.language === 'th' && this.#textSize === undefined
          ? await this.#faultsInLargestLetters(visit)
          : []),
        ...this.#phone.complaints.splice(0),
      ];
    } catch (error) {
      this.#route = '';
      return [`did not come: ${String(error).split('\n', 1)[0]}`];
    }
  }

  /** Stays in the other theme: the next page is looked at in it. */
  async #faultsInOtherTheme(): Promise<string[]> {
    this.#theme = this.#theme === 'dark' ? 'light' : 'dark';
    await this.#otherTab.chooseLook({ theme: this.#theme, textSize: this.#textSize });
    await this.#otherTab.themeFollowed(this.#theme);
    return (await contrastFaults(this.page)).map(fault => `${this.#theme}: ${fault}`);
  }

  async #faultsOfRoom(): Promise<string[]> {
    const { page } = this;
    return [
      ...(await page.evaluate(cutTextsHere)),
      ...(await page.evaluate(brokenWords)),
      ...(await page.evaluate(overlappingTexts)),
    ];
  }

  /** On the smallest phone, where they have least room; Thai is the highest script. */
  async #faultsInLargestLetters({ language }: Visit): Promise<string[]> {
    const { page } = this;
    const before = page.viewportSize()!;
    await page.setViewportSize({ width: 320, height: 844 });
    await this.#otherTab.chooseLook({ theme: this.#theme, textSize: 'largest' });
    await page.waitForFunction(() => document.documentElement.dataset['textSize'] === 'largest');
    await this.#otherTab.followed(language);
    const faults = await this.#faultsOfRoom();
    await this.#otherTab.chooseLook({ theme: this.#theme });
    await page.waitForFunction(() => document.documentElement.dataset['textSize'] === 'normal');
    await page.setViewportSize(before);
    return faults.map(fault => `largest letters at 320: ${fault}`);
  }

  async #arrive({ route, language }: Visit): Promise<void> {
    const { page } = this;
    if (route !== this.#route) {
      // Goes by way of another page: if only the query changes, a page keeps its heading.
      if (pathOf(route) === pathOf(this.#route)) await walkTo(page, ELSEWHERE);
      await walkTo(page, route);
      this.#route = route;
    }
    if (language !== this.#language) {
      await this.#otherTab.choose(language);
      this.#language = language;
    }
    await this.#otherTab.followed(language);
  }

  /** Opens a page that needs an account without one: returns a fault if it does not redirect to the log-in. */
  async sentToLogIn(visit: Visit): Promise<Fault[]> {
    const { page } = this;
    await walkTo(page, ELSEWHERE);
    this.#route = ELSEWHERE;
    try {
      await page.evaluate(next => void (location.hash = next), `#${visit.route}`);
      await page.waitForURL(url => url.hash.startsWith(`#${LOGIN}?`));
      await settled(page);
    } catch (error) {
      return [{ visit, text: `not sent to the log-in: ${String(error).split('\n', 1)[0]}` }];
    }
    return this.#phone.complaints.splice(0).map(text => ({ visit, text }));
  }

  close(): Promise<void> {
    return this.#phone.close();
  }
}

/** Also Korean, whose particles follow words without a space. */
const WITHOUT_SPACES: readonly Language[] = ['zh', 'hk', 'jp', 'kr', 'th'];
const ELSEWHERE = '/pages/settings/index';
const pathOf = (route: string): string => route.split('?')[0] ?? '';
