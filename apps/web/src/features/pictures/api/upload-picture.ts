import type { CallOutput, PictureKind, WirePicture } from '@tallystick/protocol';
import { callApi, readEnvelope, requestHeaders, TIMEOUT_MS } from '#lib/api-client.ts';
import { ApiError } from '#lib/errors.ts';

export interface UploadOptions {
  /** From 0 to 1. After 1 the server still processes the picture. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('bad_reply', '', 0);
  }
}

/**
 * `POST upload`. Uses XMLHttpRequest, as fetch does not report upload progress. Throws {@link ApiError}; an
 * aborted upload never settles.
 */
export function uploadPicture(kind: PictureKind, file: Blob, options: UploadOptions): Promise<WirePicture> {
  return sendPicture('upload', { kind }, file, options) as Promise<WirePicture>;
}

/** `POST feedback/picture`: also without a login. Otherwise like {@link uploadPicture}. */
export function uploadClaimedPicture(
  file: Blob,
  options: UploadOptions,
): Promise<CallOutput<'POST feedback/picture'>> {
  return sendPicture('feedback/picture', {}, file, options) as Promise<CallOutput<'POST feedback/picture'>>;
}

function sendPicture(
  path: string,
  fields: Readonly<Record<string, string>>,
  file: Blob,
  options: UploadOptions,
): Promise<unknown> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file, 'picture');
  const request = new XMLHttpRequest();
  request.open('POST', `/api/${path}`);
  request.timeout = TIMEOUT_MS;
  const headers = requestHeaders();
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  options.signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) options.onProgress(loaded / total);
    });
    request.addEventListener('error', () => reject(new ApiError('network_error', '', 0)));
    request.addEventListener('timeout', () => reject(new ApiError('timeout', '', 0)));
    request.addEventListener('load', () => {
      try {
        const reply = parse(request.responseText);
        resolve(readEnvelope(request.status, reply, headers['Authorization']));
      } catch (error) {
        reject(error);
      }
    });
    request.send(form);
  });
}

/** Deletes an upload that nothing refers to yet. */
export async function removePicture(pictureId: number): Promise<void> {
  await callApi('POST picture/remove', { picture_id: pictureId });
}

/** The bytes of one of the customer's own pictures. Throws {@link ApiError}. */
export async function fetchPicture(pictureId: number, signal: AbortSignal): Promise<Blob> {
  const headers = requestHeaders();
  const response = await fetch(`/api/picture?picture_id=${pictureId}`, { headers, signal });
  if (!response.ok) readEnvelope(response.status, await response.json(), headers['Authorization']);
  return response.blob();
}
