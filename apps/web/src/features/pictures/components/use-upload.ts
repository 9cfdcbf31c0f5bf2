import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { PictureKind } from '@tallystick/protocol';
import { useAppConfig } from '#lib/app-config.ts';
import { errorText } from '#i18n/error-text.ts';
import { ApiError } from '#lib/errors.ts';
import { removePicture, uploadPicture, type UploadOptions } from '../api/upload-picture.ts';
import { shrinkPicture } from '../model/shrink.ts';
import { emptyUpload, reduceUpload, type UploadState } from '../model/upload-state.ts';

const MEGABYTE = 1024 * 1024;
/** Used until the server tells its limit. */
const USUAL_LIMIT_BYTES = 10 * MEGABYTE;

export interface Upload {
  readonly state: UploadState;
  /** The chosen file; undefined while there is none. */
  readonly file: File | undefined;
  readonly limitMb: number;
  readonly choose: (file: File) => void;
  readonly retry: () => void;
  /** Aborts a running upload, clears the file, and deletes an uploaded picture. */
  readonly empty: () => void;
}

/** Sends a picture that does not belong to a logged-in customer. */
export type SendPicture = (file: Blob, options: UploadOptions) => Promise<{ readonly picture_id: number }>;

/** Runs one upload at a time. A file chosen later replaces an earlier one. */
export function useUpload(
  kind: PictureKind,
  onChange: (pictureId: number | undefined) => void,
  send: SendPicture | undefined,
): Upload {
  const [state, dispatch] = useReducer(reduceUpload, emptyUpload);
  const [file, setFile] = useState<File>();
  const running = useRef<AbortController>(undefined);
  const limitBytes = useAppConfig()?.picture_limit_bytes ?? USUAL_LIMIT_BYTES;
  useEffect(() => () => running.current?.abort(), []);

  const run = async (chosen: File, { signal }: AbortController) => {
    dispatch({ type: 'chosen' });
    const picture = await shrinkPicture(chosen);
    if (signal.aborted) return;
    if (picture === null) return dispatch({ type: 'failed', reason: 'notPicture' });
    if (picture.size > limitBytes) return dispatch({ type: 'failed', reason: 'tooLarge' });
    dispatch({ type: 'prepared' });
    try {
      const onProgress = (share: number) => signal.aborted || dispatch({ type: 'sent', share });
      const options = { signal, onProgress };
      const sent = send?.(picture, options) ?? uploadPicture(kind, picture, options);
      const { picture_id: pictureId } = await sent;
      dispatch({ type: 'arrived', pictureId });
      onChange(pictureId);
    } catch (error) {
      const transient = error instanceof ApiError && error.isTransient;
      dispatch({ type: 'failed', reason: transient ? 'network' : 'refused', message: errorText(error) });
    }
  };

  const choose = (chosen: File) => {
    running.current?.abort();
    running.current = new AbortController();
    setFile(chosen);
    onChange(undefined);
    void run(chosen, running.current);
  };

  const empty = useCallback(() => {
    running.current?.abort();
    setFile(undefined);
    dispatch({ type: 'emptied' });
    onChange(undefined);
    // A picture without an owner cannot be deleted here; the server deletes it if unused.
    if (state.step !== 'done' || send !== undefined) return;
    // If this fails, the server deletes the picture after two days.
    removePicture(state.pictureId).catch(() => undefined);
  }, [onChange, state, send]);

  return {
    state,
    file,
    limitMb: Math.trunc(limitBytes / MEGABYTE),
    choose,
    retry: () => file && choose(file),
    empty,
  };
}
