import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { demand } from './check-failed.ts';

/** Characters. A row holds at most 2,000 commands, the longest of them some thousand characters. */
const MOST_LINE = 32 * 1024 * 1024;

/**
 * The lines of a file, some at a time; `.gz` is unpacked. `read`: told how many of the file's bytes are read.
 *
 * @throws CannotCheck for a line that is longer than any exchange writes: reading it would take any memory
 */
export async function* linesOf(
  file: string,
  read: (bytes: number) => void = () => {},
): AsyncGenerator<string[]> {
  const raw = createReadStream(file, { highWaterMark: 1 << 20 });
  raw.on('data', () => read(raw.bytesRead));
  const unpacked = file.endsWith('.gz') ? raw.pipe(createGunzip({ chunkSize: 1 << 18 })) : raw;
  if (unpacked !== raw) raw.on('error', error => unpacked.destroy(error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of unpacked) {
      rest += decoder.write(chunk as Buffer);
      demand(rest.length <= MOST_LINE + chunk.length, 'a line of the file is too long');
      const lines = rest.split('\n');
      rest = lines.pop()!;
      if (lines.length > 0) yield lines;
    }
    rest += decoder.end();
    if (rest !== '') yield [rest];
  } finally {
    // Whoever stops before the end leaves nothing open.
    raw.destroy();
  }
}
