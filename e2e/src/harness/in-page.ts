/*
 * What runs within the page that is looked at, in whatever browser: each function is sent there as it is written, so
 * that none may use anything from outside itself.
 */

/**
 * Whether there is a heading that was not there before (or the word that the page failed), and nothing grey that stands
 * for what is still to come.
 */
export function isSettled(): boolean {
  const hasHeading = document.querySelector('h1:not([data-left]), main[role="alert"]') !== null;
  return hasHeading && document.querySelector('[class*="skeleton"]') === null;
}

/** Whether the history stands at the page, not at the entry of a sheet that was just closed. */
export function isAtPage(): boolean {
  const state = history.state as { readonly sheets?: number } | null;
  return document.querySelector('dialog[open]') !== null || !state?.sheets;
}

/**
 * Before another page is gone to: the heading that stands there is not the one that `isSettled` looks for. A page that
 * only gets another query keeps its heading.
 */
export function markLeft(route: string): void {
  const path = (hash: string) => hash.replace(/^#/, '').split('?')[0];
  if (path(location.hash) !== path(route)) document.querySelector('h1')?.setAttribute('data-left', '');
}

/** Words that no customer should read, and a page without its name. */
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
 * Texts that do not fit: elements whose own text is wider or higher than they show, text that an element around it cuts
 * off, and anything that makes the page scroll sideways. What scrolls or is visually hidden on purpose does not count.
 */
export function cutTextsHere(): string[] {
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
  // Not innerWidth: a phone zooms out until all of a page that is too wide can be seen.
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
    // The beginning of what is read in full by a tap on it, with three dots.
    if (style.webkitLineClamp !== 'none' && element.closest('a, button')) continue;
    const isCutX = clips(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
    const isCutY = clips(style.overflowY) && element.scrollHeight > element.clientHeight + 3;
    if (isCutX || isCutY || isCutAround(element)) {
      faults.push(`${element.tagName.toLowerCase()}.${element.className}: ${ownText.slice(0, 60)}`);
    }
  }
  // WebKit takes a height in percent of a fitted one for none, others for what is inside: whoever has it, sees nothing.
  for (const element of document.querySelectorAll<HTMLElement>('dialog *')) {
    const heightOf = (of: Element) => String(of.computedStyleMap?.().get('height') ?? '');
    const isFitted = element.parentElement !== null && heightOf(element.parentElement).endsWith('-content');
    if (isFitted && heightOf(element).endsWith('%')) {
      faults.push(
        `${element.tagName.toLowerCase()}.${element.className}: ${heightOf(element)} of a fitted height`,
      );
    }
  }
  // A figure must be seen to its last digit in the field where it is typed, too, and so must what stands there before
  // anything is typed. Browsers do not agree on the width
  // they tell for a field's text, so it is measured.
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
