import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { check } from './check-failed.ts';

/** One row of the largest journal is far below. */
const MOST_LINE = 256 * 1024 * 1024;

/** The lines of a file, some at a time; `.gz` is unpacked. `read`: told how many of the file's bytes are read. */
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
  for await (const chunk of unpacked) {
    rest += decoder.write(chunk as Buffer);
    const lines = rest.split('\n');
    rest = lines.pop()!;
    check(rest.length <= MOST_LINE, 'a line of the file is too long');
    if (lines.length > 0) yield lines;
  }
  rest += decoder.end();
  if (rest !== '') yield [rest];
}
