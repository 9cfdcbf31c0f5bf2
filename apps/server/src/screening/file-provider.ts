import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { addressKey, kindOfFile, readLists, type ListFile, type Lists } from './lists.ts';
import type { AddressHit, NameHit, ScreenedPerson, ScreeningProvider } from './provider.ts';

/** Asked once for many people: files are looked at no more often. */
const LOOK_EVERY_MS = 10_000;
/** Years by which a date on a list may be wrong. */
const YEARS_OFF = 1;

/** Lists as files of a folder, read again when one changes. What they look like: docs/compliance.md. */
export class FileProvider implements ScreeningProvider {
  readonly #read: () => Promise<{ readonly stamp: string; readonly files: () => Promise<ListFile[]> }>;
  readonly #nowMs: () => number;
  #known: { readonly stamp: string; readonly lists: Lists } | null = null;
  #lookedAtMs = -Infinity;
  #looking: Promise<Lists> | null = null;

  /** @param nowMs steady milliseconds */
  constructor(folder: string | readonly ListFile[], nowMs: () => number = () => performance.now()) {
    this.#read =
      typeof folder === 'string'
        ? () => lookInto(folder)
        : () => Promise.resolve({ stamp: '', files: () => Promise.resolve([...folder]) });
    this.#nowMs = nowMs;
  }

  async version(): Promise<string> {
    return (await this.#lists()).version;
  }

  async names({ name, bornOn }: ScreenedPerson): Promise<NameHit[]> {
    const { people } = await this.#lists();
    return people
      .find(name)
      .filter(({ entry }) => mayBeBorn(entry.born, bornOn))
      .map(({ entry: { entry, list, born, countries }, name: listed, score }) => {
        return { entry, list, name: listed, born, countries, score };
      });
  }

  async address(network: string, address: string): Promise<AddressHit | null> {
    const { addresses } = await this.#lists();
    return addresses.get(addressKey(network, address)) ?? addresses.get(addressKey('', address)) ?? null;
  }

  async lists(): Promise<Lists['counts']> {
    return (await this.#lists()).counts;
  }

  /** @throws if the folder cannot be read or a file is no list, and nothing was read before */
  #lists(): Promise<Lists> {
    if (this.#known !== null && this.#nowMs() - this.#lookedAtMs < LOOK_EVERY_MS) {
      return Promise.resolve(this.#known.lists);
    }
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #look(): Promise<Lists> {
    const { stamp, files } = await this.#read();
    if (this.#known?.stamp !== stamp) this.#known = { stamp, lists: readLists(await files()) };
    this.#lookedAtMs = this.#nowMs();
    return this.#known.lists;
  }
}

async function lookInto(folder: string) {
  const names = (await readdir(folder)).filter(name => kindOfFile(name) !== null).toSorted();
  if (names.length === 0) throw new RangeError(`${folder} has neither names.csv nor addresses.csv`);
  const stamps = await Promise.all(
    names.map(async name => {
      const { mtimeMs, size } = await stat(path.join(folder, name));
      return `${name}:${mtimeMs}:${size}`;
    }),
  );
  const files = () =>
    Promise.all(
      names.map(async name => ({ name, content: await readFile(path.join(folder, name), 'utf8') })),
    );
  return { stamp: stamps.join('\n'), files };
}

/** Only years are compared, one more or less: lists are often wrong about days, and some people about years. */
function mayBeBorn(listed: readonly string[], bornOn: string | null): boolean {
  const years = listed.map(date => Number(/\d{4}/.exec(date)?.[0])).filter(year => !Number.isNaN(year));
  if (bornOn === null || years.length === 0) return true;
  const year = Number(bornOn.slice(0, 4));
  return years.some(one => Math.abs(one - year) <= YEARS_OFF);
}
