/**
 * Short messages above everything. The piece that draws them is loaded when the first one is shown, so a
 * visit without messages does not pay for it.
 */
export type ToastTone = 'neutral' | 'good' | 'bad';

export function showToast(text: string, tone: ToastTone = 'neutral'): void {
  void import('./toast-view.ts').then(view => view.drawToast(text, tone));
}
