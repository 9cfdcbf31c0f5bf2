/*
 * Functions that run in the page, in any browser: each is sent as source, so it must not use anything from outside
 * itself.
 */

/**
 * Whether a new heading has appeared (or the message that the page failed), and no grey placeholder is left.
 */
export function isSettled(): boolean {
  const hasHeading = document.querySelector('h1:not([data-left]), main[role="alert"]') !== null;
  return hasHeading && document.querySelector('[class*="skeleton"]') === null;
}

/** Whether the history is at the page, not at the entry of a sheet that was just closed. */
export function isAtPage(): boolean {
  const state = history.state as { readonly sheets?: number } | null;
  return document.querySelector('dialog[open]') !== null || !state?.sheets;
}

/**
 * Call before leaving for another page: marks the present heading as old, for `isSettled`. If only the query changes, the
 * page keeps its heading.
 */
export function markLeft(route: string): void {
  const path = (hash: string) => hash.replace(/^#/, '').split('?')[0];
  if (path(location.hash) !== path(route)) document.querySelector('h1')?.setAttribute('data-left', '');
}

/** Call before a page's first address is opened: from then on the page keeps its calls, for `quiet`. */
export function keepCalls(): void {
  if ('calls' in globalThis) return;
  const calls = { asked: 0, underWay: new Set<Promise<unknown>>() };
  const keep = <Answer>(call: Promise<Answer>): Promise<Answer> => {
    const kept: Promise<unknown> = call.catch(() => undefined).finally(() => calls.underWay.delete(kept));
    calls.asked++;
    calls.underWay.add(kept);
    return call;
  };
  const ask = globalThis.fetch;
  globalThis.fetch = (...request) => keep(ask(...request));
  // An answer is there before it has been read.
  for (const part of ['text', 'blob'] as const) {
    const read: () => Promise<unknown> = Response.prototype[part];
    Object.assign(Response.prototype, {
      [part](this: Response) {
        return keep(read.call(this));
      },
    });
  }
  Object.assign(globalThis, { calls });
}

/**
 * Waits until the page has loaded in the language of this tag and at this width: every call is answered, also those that
 * an answer led to, it is settled as in `isSettled`, and drawn. Needs `keepCalls`.
 */
export async function quiet([tag, width, withinMs]: readonly [string, number, number]): Promise<void> {
  const { calls } = globalThis as unknown as {
    calls: { readonly asked: number; readonly underWay: ReadonlySet<Promise<unknown>> };
  };
  const until = performance.now() + withinMs;
  const frame = () => new Promise(drawn => requestAnimationFrame(drawn));
  const timer = () => new Promise(ended => setTimeout(ended));
  const lacking = (): string | undefined => {
    if (calls.underWay.size > 0) return 'an answer';
    if (!document.querySelector('h1:not([data-left]), main[role="alert"]')) return 'a heading';
    if (document.querySelector('[class*="skeleton"]')) return 'what a placeholder stands for';
    return matchMedia(`(width: ${width}px)`).matches ? undefined : `width ${width}`;
  };
  // A page in another language begins anew and asks in the same task.
  while (document.documentElement.lang !== tag) {
    if (performance.now() > until) throw new Error(`the page does not speak ${tag}`);
    await frame();
  }
  for (;;) {
    await Promise.all(calls.underWay);
    // An answer is handed on with a timer, and shown at once.
    await timer();
    await timer();
    const { asked } = calls;
    await document.fonts.ready;
    // What depends on sizes is applied with the next frame.
    await frame();
    await frame();
    const lacks = lacking();
    if (lacks === undefined && calls.asked === asked) return;
    if (performance.now() > until) throw new Error(`the page lacks ${lacks ?? 'quiet'}`);
  }
}

/** Waits for a short message at the top, however briefly it is there. `pattern`: a regular expression's source. */
export function toastShown(pattern: string): Promise<void> {
  return new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!new RegExp(pattern).test(document.querySelector('.toast')?.textContent ?? '')) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/** Raw words that no customer should see, and pages without a title. */
export function unfinishedParts(): string[] {
  const faults: string[] = [];
  const headings = document.querySelectorAll<HTMLElement>('h1');
  if (headings.length !== 1) faults.push('not exactly one heading');
  if (!headings[0]?.innerText.trim()) faults.push('no heading');
  if (!/^.+ · Tallystick$/.test(document.title)) faults.push(`title is “${document.title}”`);
  const raw = /undefined|NaN|\{\w+[|}]|\[object|\b[a-z]+\.[a-z]+[A-Z]\w*\b/.exec(document.body.innerText);
  if (raw) faults.push(`unfinished text “${raw[0]}”`);
  return faults;
}

/**
 * Amounts without grouping marks: four or more digits (in Spanish five) before a decimal mark, or with a sign or a unit beside
 * them. Numbers of orders, cards and years are names, not amounts.
 */
export function ungroupedFigures(): string[] {
  const least = document.documentElement.lang === 'es' ? 5 : 4;
  const whole = String.raw`(?<![\w.,:/#-])\d{${least},}`;
  const amount = new RegExp(
    [
      String.raw`${whole}[.,]\d+(?![\d.,/:-])`,
      // A plus inside a word belongs to a key or a digest in Base64.
      String.raw`(?:(?<![\w/+=])[+]|[−≈<$€¥₩฿₫])\s?\d{${least},}(?!\d)`,
      String.raw`${whole}\s?(%|USDT|USD|BTC|ETH|BNB|SOL|XRP|DOGE|ADA|THB|JPY|KRW|VND|EUR|CNY|HKD)(?!\w)`,
    ].join('|'),
    'u',
  );
  // Apart from each other: a number beside an amount is not its beginning. Quiet digits behind the cents are the same amount.
  const goesOn = '\u0001';
  const textsOf = (node: Node): string[] =>
    node.nodeType === Node.TEXT_NODE
      ? [`${node.parentElement?.dataset['fraction'] === undefined ? '' : goesOn}${node.textContent ?? ''}`]
      : [...node.childNodes].flatMap(child => textsOf(child));
  const faults: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node as HTMLElement;
    // Of the lowest elements: a figure and its unit may be two of them.
    if (element.childElementCount > 3 || element.closest('style, script, code, textarea')) continue;
    const found = amount.exec(textsOf(element).join(' ').replaceAll(` ${goesOn}`, ''));
    if (found) faults.push(`without grouping: “${found[0]}” in ${element.tagName.toLowerCase()}`);
  }
  return [...new Set(faults)];
}

/**
 * Figures and words that go on in the next line: half a figure reads as another one, and nothing says that a word is not over.
 * Addresses, digests and links may be broken (base64 has + and = between letters), and scripts without spaces. With hyphens in it
 * a word may be broken there.
 */
export function brokenWords(): string[] {
  const figure =
    /(?<![\p{L}\d:/])[-−+]?\d[\d.,]*\d(?![\p{L}\d])|(?<![\p{L}\d.@_/:*+=\u{AD}-])\p{Script=Latin}{2,}(?![\p{L}\d.@_/:*+=\u{AD}-])/gu;
  const faults: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { index, 0: words } of (node.textContent ?? '').matchAll(figure)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + words.length);
      const [first, ...others] = range.getClientRects();
      if (first && others.some(({ top }) => top > first.top + first.height / 2))
        faults.push(`in two lines: ${words}`);
    }
  }
  return faults;
}

/**
 * Texts that do not fit: elements whose own text is wider or higher than they show, text cut off by a surrounding element,
 * and anything that makes the page scroll sideways. Scrolling and visually hidden elements do not count.
 */
export function cutTextsHere(): string[] {
  const clips = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

  /** Whether a surrounding element shows only a part of its text's width. */
  const isCutAround = (element: HTMLElement): boolean => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      const { overflowX, position } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      // Scrolling shows the rest; elements one pixel wide are for screen readers.
      if (scrolls(overflowX) || box.width <= 1) return false;
      if (clips(overflowX) && (text.right > box.right + 1 || text.left < box.left - 1)) return true;
      if (position === 'fixed') return false;
    }
    return false;
  };

  const faults: string[] = [];
  // Not innerWidth: a phone zooms out until a page that is too wide fits.
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 2) {
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
    // A shortened text with an ellipsis that a tap shows in full.
    if (style.webkitLineClamp !== 'none' && element.closest('a, button')) continue;
    const isCutX = clips(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
    const isCutY = clips(style.overflowY) && element.scrollHeight > element.clientHeight + 3;
    if (isCutX || isCutY || isCutAround(element)) {
      faults.push(`${element.tagName.toLowerCase()}.${element.className}: ${ownText.slice(0, 60)}`);
    }
  }
  // In a parent sized by its content, WebKit resolves a percentage height to zero, and the element is invisible.
  for (const element of document.querySelectorAll<HTMLElement>('dialog *')) {
    const heightOf = (of: Element) => String(of.computedStyleMap?.().get('height') ?? '');
    const isFitted = element.parentElement !== null && heightOf(element.parentElement).endsWith('-content');
    if (isFitted && heightOf(element).endsWith('%')) {
      faults.push(
        `${element.tagName.toLowerCase()}.${element.className}: ${heightOf(element)} of a fitted height`,
      );
    }
  }
  // Figures and placeholders must be visible to the last digit in their field, too. Browsers report different text widths
  // for a field, so it is measured.
  const ruler = document.body.appendChild(document.createElement('span'));
  Object.assign(ruler.style, { position: 'fixed', whiteSpace: 'pre' });
  for (const field of document.querySelectorAll<HTMLInputElement>('input[inputmode], input[placeholder]')) {
    const shown = field.value || field.placeholder;
    const isFigure = field.hasAttribute('inputmode') || field.value === '';
    if (field.clientWidth <= 1 || !isFigure) continue;
    const { fontFamily, fontSize, fontWeight, letterSpacing, fontVariantNumeric, ...style } =
      getComputedStyle(field);
    Object.assign(ruler.style, { fontFamily, fontSize, fontWeight, letterSpacing, fontVariantNumeric });
    ruler.textContent = shown;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const wide = ruler.getBoundingClientRect().width;
    if (wide > room + 1) faults.push(`${field.name || field.id}: ${shown} ${wide} px in ${room} px`);
  }
  ruler.remove();
  return faults;
}

/**
 * Pairs of texts that lie on one another. Only what scrolls with the page: bars that stay where they are cover it by
 * intention.
 */
export function overlappingTexts(): string[] {
  interface Box {
    readonly words: string;
    readonly element: Element;
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  const boxes: Box[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent?.trim() ?? '';
    if (
      !element ||
      words === '' ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue;
    const clip = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    let stays = false;
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { position, overflowX, overflowY, clipPath } = getComputedStyle(around);
      if (position === 'fixed' || position === 'sticky' || clipPath !== 'none') stays = true;
      const { left, top, right, bottom } = around.getBoundingClientRect();
      if (overflowX !== 'visible')
        Object.assign(clip, { left: Math.max(clip.left, left), right: Math.min(clip.right, right) });
      if (overflowY !== 'visible')
        Object.assign(clip, { top: Math.max(clip.top, top), bottom: Math.min(clip.bottom, bottom) });
    }
    if (stays) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const box = {
        words: words.slice(0, 40),
        element,
        left: Math.max(left, clip.left),
        top: Math.max(top, clip.top),
        right: Math.min(right, clip.right),
        bottom: Math.min(bottom, clip.bottom),
      };
      if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push(box);
    }
  }
  const faults: string[] = [];
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      if (a.element === b.element) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      // Lines that are set close touch by the space around their letters.
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 5)
        faults.push(`${a.words} | ${b.words}: ${across.toFixed(0)} × ${down.toFixed(0)}`);
    }
  }
  return faults;
}
