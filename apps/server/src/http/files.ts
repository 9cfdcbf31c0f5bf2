import { CallFailure } from './call-failure.ts';

const MEGABYTE = 1024 * 1024;
/** Text fields beside the file. */
const MAX_FIELDS = 16;
const MAX_FIELD_BYTES = 4096;

/** How the multipart plugin reads the body of a call with one file. One byte more than allowed shows excess. */
export function fileOptions(limitBytes: number) {
  return {
    throwFileSizeLimit: false,
    limits: {
      files: 1,
      fileSize: limitBytes + 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: MAX_FIELDS + 1,
    },
  };
}

/** The file of a multipart body. Throws file_missing, also for a text in its field, and file_too_large. */
export function fileOf(body: unknown, field: string, limitBytes: number): Buffer {
  const file =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  if (!Buffer.isBuffer(file) || file.length === 0) throw new CallFailure('file_missing', { field });
  if (file.length > limitBytes) {
    throw new CallFailure('file_too_large', { field, maximum_mb: limitBytes / MEGABYTE });
  }
  return file;
}
