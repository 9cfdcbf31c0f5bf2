/** One upload from choosing the file to the server's answer. */
export type UploadState =
  | { readonly step: 'empty' }
  | { readonly step: 'preparing' }
  | { readonly step: 'uploading'; readonly share: number }
  | { readonly step: 'failed'; readonly reason: UploadFailure; readonly message: string }
  | { readonly step: 'done'; readonly pictureId: number };

/** `tooLarge` and `notPicture` are known before anything is sent; `refused` comes with the server's message. */
export type UploadFailure = 'tooLarge' | 'notPicture' | 'refused' | 'network';

export type UploadAction =
  | { readonly type: 'chosen' }
  | { readonly type: 'prepared' }
  | { readonly type: 'sent'; readonly share: number }
  | { readonly type: 'failed'; readonly reason: UploadFailure; readonly message?: string }
  | { readonly type: 'arrived'; readonly pictureId: number }
  | { readonly type: 'emptied' };

export const emptyUpload: UploadState = { step: 'empty' };

export function reduceUpload(state: UploadState, action: UploadAction): UploadState {
  switch (action.type) {
    case 'chosen':
      return { step: 'preparing' };
    case 'prepared':
      return { step: 'uploading', share: 0 };
    case 'sent':
      // Late progress must not reopen a finished upload or go backwards.
      return state.step === 'uploading' && action.share > state.share
        ? { step: 'uploading', share: Math.min(1, action.share) }
        : state;
    case 'failed':
      return { step: 'failed', reason: action.reason, message: action.message ?? '' };
    case 'arrived':
      return { step: 'done', pictureId: action.pictureId };
    case 'emptied':
      return emptyUpload;
  }
}

/** Whole percent, truncated: 100 only when everything has been sent. */
export function percentOf(state: UploadState): number {
  return state.step === 'uploading' ? Math.trunc(state.share * 100) : 0;
}

/** Whether a retry with the same file may succeed. */
export function canRetry(state: UploadState): boolean {
  return state.step === 'failed' && state.reason === 'network';
}
