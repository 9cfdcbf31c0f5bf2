import { readKeyFile } from '../../config/key-file.ts';

/** The server's secret: SECRET_KEY, or in demo one made at the first start and kept in DATA_DIR. */
export async function readSecret(secretKey: string | null, dataDir: string): Promise<Buffer> {
  return secretKey === null ? readKeyFile(dataDir, 'secret-key') : Buffer.from(secretKey, 'hex');
}
