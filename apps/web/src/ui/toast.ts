/**
 * Short messages above everything. The piece that draws them is no part of the first load: it comes with the first
 * touch, as most of what is to be told then is that the server cannot be reached.
 */
export type ToastTone = 'neutral' | 'good' | 'bad';

export function showToast(text: string, tone: ToastTone = 'neutral'): void {
  void import('./toast-view.ts').then(view => view.drawToast(text, tone));
}

/** Fetches what draws messages before there is one. */
export function preloadToast(): void {
  // Only a head start: the first message asks again.
  import('./toast-view.ts').catch(() => undefined);
}
