import { paths } from '#lib/paths.ts';
import { translate } from '#i18n/texts.ts';
import { errorText } from '#i18n/error-text.ts';
import { helpCodeOf } from '#lib/errors.ts';
import type { Message, ToastTone } from './toast-queue.ts';

/**
 * Shows a short message above everything. The code that draws it is not part of the first load. It is fetched at the
 * first touch, because a frequent message says that the server cannot be reached: too late to fetch anything.
 */
export function showToast(text: string, tone: ToastTone = 'neutral'): void {
  draw({ text, tone, link: null });
}

/** Shows why a call failed, with a link to the article about it. */
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

/** Loads the code that draws messages in advance. */
export function preloadToast(): void {
  // Only a prefetch: the first message tries again.
  import('./toast-view.ts').catch(() => undefined);
}

/** For forms without an error text of their own: shows the error, or `unsureText` if the outcome is unknown. */
export function toastFailure(unsureText: string): (error: unknown, unsure: boolean) => void {
  return (error, unsure) => (unsure ? showToast(unsureText, 'bad') : showRefusal(error));
}
