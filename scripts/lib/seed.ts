import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Seed without a repository, as in an archive of the sources. */
const WITHOUT_COMMIT = 1;

/**
 * The seed of this commit's properties: the first 31 bits of its hash, the same on every machine and independent of
 * uncommitted changes.
 */
export function commitSeed(folder: string = ROOT): number {
  let hash: Buffer;
  try {
    hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    // No git, no repository, or one of another user: then there is no commit.
    return WITHOUT_COMMIT;
  }
  return parseInt(hash.toString().slice(0, 8), 16) >>> 1;
}
