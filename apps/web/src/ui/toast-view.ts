import './toast.css';

export type ToastTone = 'neutral' | 'good' | 'bad';

const SHOWN_MS = 3200;
let holder: HTMLElement | undefined;
let hideTimer = 0;

function ensureHolder(): HTMLElement {
  if (holder) return holder;
  holder = document.createElement('div');
  holder.className = 'toast';
  holder.setAttribute('role', 'status');
  holder.setAttribute('aria-live', 'polite');
  // A manual popover joins the top layer, so it also shows above an open dialog.
  holder.popover = 'manual';
  document.body.append(holder);
  return holder;
}

/** Shows `text` for about three seconds, twice as long with a way on; a newer message replaces an older one. */
export function drawToast(
  text: string,
  tone: ToastTone,
  link: { readonly text: string; readonly href: string } | null = null,
): void {
  const element = ensureHolder();
  window.clearTimeout(hideTimer);
  if (element.matches(':popover-open')) element.hidePopover();
  element.dataset['tone'] = tone;
  element.textContent = text;
  if (link !== null) {
    const anchor = document.createElement('a');
    anchor.href = link.href;
    anchor.textContent = link.text;
    anchor.addEventListener('click', () => element.hidePopover());
    element.append(' ', anchor);
  }
  element.showPopover();
  hideTimer = window.setTimeout(() => element.hidePopover(), link === null ? SHOWN_MS : 2 * SHOWN_MS);
}
