import { readKeyFile } from '../config/key-file.ts';

/** The keys of DATA_KEY, newest first, or in demo one made at the first start and kept in DATA_DIR. */
export async function readDataKeys(
  keys: readonly string[] | null,
  dataDir: string,
): Promise<readonly Buffer[]> {
  return keys === null ? [await readKeyFile(dataDir, 'data-key')] : keys.map(key => Buffer.from(key, 'hex'));
}
