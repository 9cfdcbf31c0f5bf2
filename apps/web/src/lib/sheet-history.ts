/**
 * The phone's way back (a button, a gesture, `history.back()`) closes the sheet on top and stays on the page. Browsers
 * do this for their own dialogs in some places only, so each open sheet has an entry of its own in the history, above
 * its page's. Closed in any other way, a sheet takes its entry along: nobody has to go back twice.
 *
 * An entry carries the number of sheets it stands for (`sheets`) beside what the router keeps, and its page's address.
 */
type Close = () => void;

/** Open sheets, the one on top last. */
const open: Close[] = [];
/** Ways on from a page whose sheets still have entries: those must not stay behind. */
const waiting: (() => void)[] = [];
/** Set while an own step back is under way, to the address it keeps: browsers take it after this task. */
let steppingBackAt: string | null = null;
let pageAddress = '';

function entriesAbovePage(): number {
  const state: unknown = window.history.state;
  const has = typeof state === 'object' && state !== null && 'sheets' in state;
  return has && typeof state.sheets === 'number' ? state.sheets : 0;
}

/** Lets the history have as many entries above the page as sheets are open; none before another page is gone to. */
function settle(): void {
  if (steppingBackAt !== null) return;
  const { history, location } = window;
  const found = entriesAbovePage();
  const wanted = waiting.length > 0 ? 0 : open.length;
  if (found > wanted) {
    steppingBackAt = location.href;
    history.go(wanted - found);
    return;
  }
  if (waiting.length > 0) {
    for (const goOn of waiting.splice(0)) goOn();
    // A sheet may stay where only the page's address changes.
    setTimeout(settle);
    return;
  }
  if (found === wanted) return;
  if (found === 0) pageAddress = location.href;
  // The page has not moved beneath its sheets, and must not when they go.
  history.scrollRestoration = 'manual';
  const state: unknown = history.state;
  for (let sheets = found + 1; sheets <= wanted; sheets++) {
    history.pushState({ ...(state as object | null), sheets }, '');
  }
}

function onPopState(event: PopStateEvent): void {
  const { href } = window.location;
  const found = entriesAbovePage();
  if (found === 0) window.history.scrollRestoration = 'auto';
  if (steppingBackAt !== null) {
    // Somebody may have gone elsewhere meanwhile, which is the router's.
    if (href === steppingBackAt) event.stopImmediatePropagation();
    steppingBackAt = null;
  } else if (found < open.length && href === pageAddress) {
    event.stopImmediatePropagation();
    for (const close of open.slice(found).toReversed()) close();
  }
  // Once what was closed or left has gone. A sheet that stays, as it is busy, gets its entry again; an entry whose
  // sheet is gone (on the way forward, or after the page was loaded anew) is left.
  setTimeout(settle);
}

/** Once per visit, before the router listens. */
export function watchSheetHistory(): void {
  window.addEventListener('popstate', onPopState, { capture: true });
  settle();
}

/**
 * A sheet has opened: the way back now closes it. Returns what is to be called when it has gone, in whatever way.
 */
export function enterSheet(close: Close): () => void {
  // An entry of its own: two sheets may close in the same way.
  const entry: Close = () => close();
  open.push(entry);
  queueMicrotask(settle);
  return () => {
    open.splice(open.indexOf(entry), 1);
    queueMicrotask(settle);
  };
}

/** Goes on to another page, or changes this one's address, when no entry of a sheet lies above the page any more. */
export function leaveSheets(goOn: () => void): void {
  if (steppingBackAt === null && entriesAbovePage() === 0) {
    goOn();
    return;
  }
  waiting.push(goOn);
  settle();
}

/** Goes so many pages back (negative) or forward. */
export function goPages(pages: number): void {
  if (steppingBackAt === null) window.history.go(pages < 0 ? pages - entriesAbovePage() : pages);
  else waiting.push(() => window.history.go(pages));
}
