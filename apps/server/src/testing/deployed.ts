import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { debianPackage } from './debian.ts';

export const DEPLOY = path.join(import.meta.dirname, '../../../../deploy');

/** As the operator makes them, by the arguments of make-certificates.sh; the folder of them, or null without openssl. */
export async function deployedCertificates(
  folder: string,
  {
    nats = [],
    databases = [],
  }: { readonly nats?: readonly string[]; readonly databases?: readonly string[] },
): Promise<string | null> {
  const openssl = await debianPackage('openssl');
  if ('missing' in openssl) return null;
  const tls = path.join(folder, 'tls');
  const script = path.join(DEPLOY, 'cluster/make-certificates.sh');
  const args = [...databases.flatMap(name => ['-d', name]), tls, ...nats];
  await promisify(execFile)('sh', [script, ...args], { env: openssl.env });
  return tls;
}
