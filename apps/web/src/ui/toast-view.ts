import './toast.css';
import { ToastQueue, type Message } from './toast-queue.ts';

const queue = new ToastQueue(show);
let holder: HTMLElement | undefined;

function ensureHolder(): HTMLElement {
  if (holder) return holder;
  holder = document.createElement('div');
  holder.className = 'toast';
  holder.setAttribute('role', 'status');
  holder.setAttribute('aria-live', 'polite');
  // A manual popover is in the top layer, so it also shows above an open dialog.
  holder.popover = 'manual';
  document.body.append(holder);
  return holder;
}

function show(message: Message | null): void {
  const element = ensureHolder();
  if (element.matches(':popover-open')) element.hidePopover();
  if (message === null) return;
  const { text, tone, link } = message;
  element.dataset['tone'] = tone;
  element.textContent = text;
  if (link !== null) {
    const anchor = document.createElement('a');
    anchor.href = link.href;
    anchor.textContent = link.text;
    anchor.addEventListener('click', () => queue.next());
    element.append(' ', anchor);
  }
  element.showPopover();
}

export function drawToast(message: Message): void {
  queue.add(message);
}
