import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A full bundle of the longest records is smaller. */
const MOST_BYTES = 20 * 2 ** 20;

/**
 * A file of a folder that somebody else made; null: there is none.
 *
 * @throws if it is a link, no plain file, longer than any file of a log, or cannot be read
 */
export function fileInFolder(folder: string, file: string): Uint8Array | null {
  let opened: number;
  try {
    // What a pipe has is not waited for.
    opened = openSync(
      path.join(folder, file),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return null;
    throw code === 'ELOOP' ? new Error('it is a link', { cause: error }) : error;
  }
  try {
    const found = fstatSync(opened);
    if (!found.isFile()) throw new Error('it is no plain file');
    if (found.size > MOST_BYTES) throw new Error('it is too long to be of a log');
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}
