/**
 * Going back (a button, a gesture, `history.back()`) closes the top sheet and stays on the page. Only some browsers do
 * this for dialogs, so each open sheet has its own history entry above the page's entry. A sheet closed in any other
 * way removes its entry, so that nobody has to go back twice.
 *
 * An entry's state holds the number of open sheets (`sheets`) beside the router's own state. Its URL is the page's.
 */
type Close = () => void;

/** Open sheets, the top one last. */
const open: Close[] = [];
/** Navigations that wait until the entries of the page's sheets are removed. */
const waiting: (() => void)[] = [];
/** The page's address while this module's own step back runs, which browsers do after this task; otherwise null. */
let steppingBackAt: string | null = null;
let pageAddress = '';

function entriesAbovePage(): number {
  const state: unknown = window.history.state;
  const has = typeof state === 'object' && state !== null && 'sheets' in state;
  return has && typeof state.sheets === 'number' ? state.sheets : 0;
}

/** Makes the number of entries above the page equal to the open sheets, or zero before a navigation. */
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
    // If only the page's address changed, a sheet may still be open.
    setTimeout(settle);
    return;
  }
  if (found === wanted) return;
  if (found === 0) pageAddress = location.href;
  // The page has not scrolled below its sheets, and must not scroll when their entries are removed.
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
    // Another address means that the customer navigated meanwhile: the router handles that.
    if (href === steppingBackAt) event.stopImmediatePropagation();
    steppingBackAt = null;
  } else if (found < open.length && href === pageAddress) {
    event.stopImmediatePropagation();
    for (const close of open.slice(found).toReversed()) close();
  }
  // After closed sheets have unmounted. A busy sheet that stays open gets its entry again. Entries without a sheet
  // (after going forward, or after a reload) are stepped back from.
  setTimeout(settle);
}

/** Call once per visit, before the router listens. */
export function watchSheetHistory(): void {
  window.addEventListener('popstate', onPopState, { capture: true });
  settle();
}

/** Registers an open sheet, so that going back closes it. Call the returned function when it has closed. */
export function enterSheet(close: Close): () => void {
  // A new function, because two sheets may pass the same one.
  const entry: Close = () => close();
  open.push(entry);
  queueMicrotask(settle);
  return () => {
    open.splice(open.indexOf(entry), 1);
    queueMicrotask(settle);
  };
}

/** Calls `goOn`, which navigates, once no entry of a sheet is above the page's. */
export function leaveSheets(goOn: () => void): void {
  if (steppingBackAt === null && entriesAbovePage() === 0) {
    goOn();
    return;
  }
  waiting.push(goOn);
  settle();
}

/** Goes back (negative) or forward by this number of pages. */
export function goPages(pages: number): void {
  if (steppingBackAt === null) window.history.go(pages < 0 ? pages - entriesAbovePage() : pages);
  else waiting.push(() => window.history.go(pages));
}
