import { paths } from '#lib/paths.ts';
import { translate } from '#i18n/texts.ts';
import { errorText } from '#i18n/error-text.ts';
import { helpCodeOf } from '#lib/errors.ts';
import type { Message, ToastTone } from './toast-queue.ts';

/**
 * Short messages above everything. The piece that draws them is no part of the first load: it comes with the first
 * touch, as most of what is to be told then is that the server cannot be reached.
 */
export function showToast(text: string, tone: ToastTone = 'neutral'): void {
  draw({ text, tone, link: null });
}

/** What a call was refused with, and the way to the article about it. */
export function showRefusal(refusal: unknown): void {
  const code = helpCodeOf(refusal);
  const why =
    code === undefined
      ? null
      : { text: translate('errors:why'), href: `#${paths.helpDetail.getHref({ code })}` };
  draw({ text: errorText(refusal), tone: 'bad', link: why });
}

function draw(message: Message): void {
  void import('./toast-view.ts').then(view => view.drawToast(message));
}

/** Fetches what draws messages before there is one. */
export function preloadToast(): void {
  // Only a head start: the first message asks again.
  import('./toast-view.ts').catch(() => undefined);
}

/** For a form that says nothing beside itself: what it was refused with, or `unsureText` when no answer came. */
export function toastFailure(unsureText: string): (error: unknown, unsure: boolean) => void {
  return (error, unsure) => (unsure ? showToast(unsureText, 'bad') : showRefusal(error));
}
