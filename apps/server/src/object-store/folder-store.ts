import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { checkObject, isKey, MOST_OBJECT_BYTES, ObjectStoreError, type ObjectStore } from './object-store.ts';

/** Objects as files of a folder: for one machine, or a folder that several machines share. */
export class FolderStore implements ObjectStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async putIfAbsent(key: string, bytes: Buffer): Promise<boolean> {
    checkObject(key, bytes);
    return this.#answer(`${key} could not be written`, async () => {
      const file = this.#fileOf(key);
      const folder = path.dirname(file);
      await mkdir(folder, { recursive: true });
      // A name that is no key: a crash leaves it behind, and nobody takes it for an object.
      const draft = path.join(folder, `.${randomBytes(8).toString('hex')}`);
      try {
        await writeSynced(draft, bytes);
        // Unlike a rename, it fails if the file is there.
        await link(draft, file);
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      } finally {
        await unlink(draft).catch(unlessGone);
      }
      await syncFolder(folder);
      return true;
    });
  }

  async get(key: string): Promise<Buffer | null> {
    checkObject(key);
    return this.#answer(`${key} could not be read`, async () => {
      const file = this.#fileOf(key);
      try {
        const { size } = await stat(file);
        if (size > MOST_OBJECT_BYTES) throw new ObjectStoreError(`${key} has ${size} bytes`);
        return await readFile(file);
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
    });
  }

  async *list(prefix: string): AsyncGenerator<string> {
    const keys = await this.#answer('objects could not be listed', () => this.#keysIn(prefix));
    yield* keys;
  }

  async delete(key: string): Promise<void> {
    checkObject(key);
    return this.#answer(`${key} could not be deleted`, async () => {
      await unlink(this.#fileOf(key)).catch(unlessGone);
    });
  }

  #fileOf(key: string): string {
    return path.join(this.#root, ...key.split('/'));
  }

  async #keysIn(prefix: string): Promise<string[]> {
    // Only the folder that the prefix names.
    const within = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const folder = path.join(this.#root, ...within.split('/'));
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter(entry => entry.isFile())
        .map(entry => path.relative(this.#root, path.join(entry.parentPath, entry.name)))
        .map(file => file.split(path.sep).join('/'))
        .filter(key => key.startsWith(prefix) && isKey(key))
        .toSorted(byBytes);
    } catch (error) {
      if (isGone(error)) return [];
      throw error;
    }
  }

  async #answer<T>(failed: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw new ObjectStoreError(`${failed} in ${this.#root}`, { cause });
    }
  }
}

async function writeSynced(name: string, bytes: Buffer): Promise<void> {
  const file = await open(name, 'wx', 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What lies in a folder is on disk only once the folder is. */
async function syncFolder(name: string): Promise<void> {
  const folder = await open(name, 'r');
  await folder.sync().finally(() => folder.close());
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** A file where a folder should be means that there is no such object, too. */
function isGone(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error;
}
