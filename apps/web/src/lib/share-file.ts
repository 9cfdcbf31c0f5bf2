import { saveFile } from './save-file.ts';

/** The result. `cancelled`: by the customer, so no message is needed. */
export type Shared = 'shared' | 'saved' | 'cancelled' | 'failed';

/** Shares a file by the phone's share sheet; saves it if the phone cannot share files. */
export async function shareFile(
  file: File,
  words: { readonly title: string; readonly text?: string },
): Promise<Shared> {
  const wish = { files: [file], ...words };
  if (!navigator.canShare?.(wish)) {
    saveFile(file);
    return 'saved';
  }
  return share(wish);
}

/** Whether the phone can share this file. */
export function canShareFile(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** Shares a text and a link by the phone's share sheet; null if it has none. */
export function shareLink(words: {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}): Promise<Shared> | null {
  return typeof navigator.share === 'function' ? share(words) : null;
}

async function share(wish: ShareData): Promise<Shared> {
  try {
    await navigator.share(wish);
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'failed';
  }
}
