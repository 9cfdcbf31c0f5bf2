import { CallFailure } from './call-failure.ts';

const MEGABYTE = 1024 * 1024;
/** The file of a multipart body. Throws file_missing, also for a text in its field, and file_too_large. */
export function fileOf(body: unknown, field: string, limitBytes: number): Buffer {
  const file =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  if (!Buffer.isBuffer(file) || file.length === 0) throw new CallFailure('file_missing', { field });
  if (file.length > limitBytes) throw fileTooLarge(field, limitBytes);
  return file;
}

export function fileTooLarge(field: string, limitBytes: number): CallFailure {
  return new CallFailure('file_too_large', { field, maximum_mb: limitBytes / MEGABYTE });
}
