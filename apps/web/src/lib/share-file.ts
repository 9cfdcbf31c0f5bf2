import { saveFile } from './save-file.ts';

/** What became of it: `cancelled` by the customer, who wants to hear no more of it. */
export type Shared = 'shared' | 'saved' | 'cancelled' | 'failed';

/** Hands a file to the phone's own sheet; where there is none for files, saves it. */
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

/** Whether the phone has a sheet to share this file by. */
export function canShareFile(file: File): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
}

/** Hands words and a link to the phone's own sheet; null where it has none. */
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
