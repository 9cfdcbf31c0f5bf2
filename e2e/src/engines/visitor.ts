import { vi } from 'vitest';
import { isAtPage, isSettled, markLeft } from '../harness/in-page.ts';
import { evaluate, TIMEOUT_MS, type Engine, type InPage } from './engine.ts';

/** What to look for: a CSS selector, and the beginning of the element's name (its label or text). */
export type Target = readonly [selector: string, name?: string];

/**
 * Scrolls to the first matching element that can be seen and tapped, and returns its middle; null while there is none or it
 * still moves. Elements below an open sheet cannot be tapped.
 */
async function placeOf(selector: string, name: string): Promise<{ x: number; y: number } | null> {
  const find = () => {
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      const labels = (element as HTMLInputElement).labels;
      const label = element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.innerText;
      if (!label.trim().replace(/\s+/g, ' ').startsWith(name) || element.matches(':disabled, :disabled *'))
        continue;
      // Radios and checkboxes are hidden beneath their visible label.
      const shown = element.clientWidth > 1 ? element : labels?.[0];
      shown?.scrollIntoView({ block: 'center', inline: 'nearest' });
      const box = shown?.getBoundingClientRect();
      if (!shown || !box || box.width < 2) continue;
      const place = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
      const hit = document.elementFromPoint(place.x, place.y);
      if (hit && (shown.contains(hit) || hit.contains(shown))) return place;
    }
    return null;
  };
  const before = find();
  for (let frames = 0; frames < 5; frames++) await new Promise(requestAnimationFrame);
  const place = find();
  return JSON.stringify(place) === JSON.stringify(before) ? place : null;
}

/** Does not use `:focus`, which matches nothing in a background window. */
function isFocused(selector: string, text: string): boolean {
  const element = document.activeElement as HTMLElement | null;
  return element?.matches(selector) === true && element.innerText.replace(/\s+/g, ' ').includes(text);
}

function isShown(selector: string, text: string, wanted: boolean): boolean {
  const shown = [...document.querySelectorAll<HTMLElement>(selector)].some(
    element =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.innerText.replace(/\s+/g, ' ').includes(text),
  );
  return shown === wanted;
}

/** A person at an engine's screen: real taps and keys, and checks of what is shown. */
export class Visitor {
  readonly engine: Engine;
  readonly #webUrl: string;

  constructor(engine: Engine, webUrl: string) {
    this.engine = engine;
    this.#webUrl = webUrl;
  }

  /** Loads the app anew at a route. */
  async load(route: string): Promise<void> {
    // The same address with another hash would not reload.
    await this.engine.load('about:blank');
    await this.engine.load(`${this.#webUrl}#${route}`);
    await this.settled();
  }

  /** Goes to a route within the app, as a link would, and waits for its page. */
  async walkTo(route: string): Promise<void> {
    await this.finds('the page without sheets', isAtPage);
    await this.evaluate(markLeft, route);
    await this.evaluate(next => void (location.hash = next), `#${route}`);
    await this.settled();
  }

  async settled(): Promise<void> {
    await this.finds('a page with all it loads', isSettled);
  }

  evaluate<Args extends readonly unknown[], Result>(
    work: InPage<Args, Result>,
    ...args: Args
  ): Promise<Result> {
    return evaluate(this.engine.run, work, ...args);
  }

  /** Waits until a check of the page finds something, and returns it. */
  async finds<Args extends readonly unknown[], Found>(
    what: string,
    look: InPage<Args, Found | null | false>,
    ...args: Args
  ): Promise<Found> {
    const find = async (): Promise<Found> => {
      const found = await this.evaluate(look, ...args);
      if (found === null || found === false) throw new Error(`${what} is not there: ${await this.screen()}`);
      return found;
    };
    return vi.waitFor(find, { timeout: TIMEOUT_MS, interval: 100 });
  }

  /** The text on the screen, for messages. */
  private screen(): Promise<string> {
    return this.evaluate(() => `${location.hash} ${document.body.innerText.slice(0, 1500)}`);
  }

  /** Waits until something with this text can be seen. */
  async sees(selector: string, text = ''): Promise<void> {
    await this.finds(`${selector} “${text}”`, isShown, selector, text, true);
  }

  /** Waits until nothing with this text can be seen any more. */
  async seesNo(selector: string, text = ''): Promise<void> {
    await this.finds(`no ${selector} “${text}”`, isShown, selector, text, false);
  }

  /** Waits until keys go to an element with this text. */
  async hasFocus(selector: string, text: string): Promise<void> {
    await this.finds(`focus at ${selector} “${text}”`, isFocused, selector, text);
  }

  async isAt(route: string): Promise<void> {
    await this.finds(route, hash => location.hash === hash, `#${route}`);
  }

  /** Waits for the element and taps its middle. */
  async tap(...[selector, name = '']: Target): Promise<void> {
    const place = await this.finds(`${selector} “${name}” to tap`, placeOf, selector, name);
    const move = { type: 'pointerMove', duration: 0, origin: 'viewport', ...place };
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.engine.perform([{ type: 'pointer', id: 'finger', actions: [move, ...press] }]);
  }

  /** Presses keys one after the other. */
  async press(keys: Iterable<string>): Promise<void> {
    const actions = [...keys].flatMap(value => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.engine.perform([{ type: 'key', id: 'keyboard', actions }]);
  }

  /** Replaces a field's text. */
  async type(target: Target, text: string): Promise<void> {
    await this.tap(...target);
    await this.evaluate(() => (document.activeElement as HTMLInputElement).select());
    await this.press(text);
    await this.finds(
      `“${text}” typed`,
      typed => (document.activeElement as HTMLInputElement).value === typed,
      text,
    );
  }

  back(): Promise<void> {
    return this.evaluate(() => history.back());
  }
}
