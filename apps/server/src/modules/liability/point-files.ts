import { randomBytes } from 'node:crypto';
import type { ObjectStore } from '../../object-store/object-store.ts';
import type { Vault } from '../../vault/vault.ts';
import type { KeptCustomer } from './make-point.ts';
import type { TreeReader } from './prove.ts';
import { DamagedTree } from './tree-files.ts';

const PREFIX = 'liabilities/';
const STATEMENTS = /^(liabilities\/[^/]+\/statements\/\d+)(?:\.([0-9a-f]{8}))?$/;

/** The files of points in the object store. Statements name people, so they are sealed. */
export class PointStore {
  readonly #objects: ObjectStore;
  readonly #vault: Vault;

  constructor(objects: ObjectStore, vault: Vault) {
    this.#objects = objects;
    this.#vault = vault;
  }

  /** Id of the key that seals statements now. */
  get keyId(): Buffer {
    return this.#vault.keyIds[0]!;
  }

  /** A folder that nobody has written to: an attempt that was killed leaves one behind. */
  newFolder(point: number): string {
    return `${PREFIX}${point}-${randomBytes(6).toString('hex')}`;
  }

  async writeChunk(folder: string, currencyId: number, number: number, file: Buffer): Promise<void> {
    await this.#objects.putIfAbsent(`${folder}/${currencyId}/${number}`, file);
  }

  async writeTops(folder: string, currencyId: number, file: Buffer): Promise<void> {
    await this.#objects.putIfAbsent(`${folder}/${currencyId}/tops`, file);
  }

  async writeStatements(folder: string, number: number, customers: readonly KeptCustomer[]): Promise<void> {
    const key = statementsKey(folder, number);
    await this.#objects.putIfAbsent(key, this.#vault.seal(key, JSON.stringify(customers)));
  }

  tree(folder: string, currencyId: number): TreeReader {
    return {
      chunk: number => this.#objects.get(`${folder}/${currencyId}/${number}`),
      tops: () => this.#objects.get(`${folder}/${currencyId}/tops`),
    };
  }

  /**
   * The customer's statements; null: there are none, so nothing was owed.
   *
   * @param firsts of the files, ascending
   * @throws DamagedTree, VaultError
   */
  async statementsOf(
    folder: string,
    firsts: readonly number[],
    customerId: number,
  ): Promise<KeptCustomer | null> {
    const number = firsts.findLastIndex(first => first <= customerId);
    if (number < 0) return null;
    const key = statementsKey(folder, number);
    const sealed = await this.#statements(key);
    if (sealed === null) throw new DamagedTree('a file of statements is gone');
    const customers = JSON.parse(this.#vault.openText(key, sealed)) as KeptCustomer[];
    return customers.find(one => one.customerId === customerId) ?? null;
  }

  /** Names of all files of statements. */
  async *statementFiles(): AsyncGenerator<string> {
    for await (const name of this.#objects.list(PREFIX)) if (STATEMENTS.test(name)) yield name;
  }

  /**
   * Seals a file of statements anew if it is sealed under an older key, and deletes it as it was. An object never changes,
   * so the new one has the key's id behind its name. True if it was sealed anew.
   *
   * @throws ObjectStoreError, VaultError
   */
  async reseal(name: string): Promise<boolean> {
    const newest = this.keyId;
    const [, key, suffix] = STATEMENTS.exec(name) ?? [];
    if (key === undefined || suffix === newest.toString('hex')) return false;
    const sealed = await this.#objects.get(name);
    if (sealed === null || this.#vault.isNewest(sealed)) return false;
    await this.#objects.putIfAbsent(
      resealedKey(key, newest),
      this.#vault.seal(key, this.#vault.open(key, sealed)),
    );
    await this.#objects.delete(name);
    return true;
  }

  /** As they were written, or as they were sealed anew since. */
  async #statements(key: string): Promise<Buffer | null> {
    for (const name of [key, ...this.#vault.keyIds.map(id => resealedKey(key, id))]) {
      const sealed = await this.#objects.get(name);
      if (sealed !== null) return sealed;
    }
    return null;
  }

  async delete(folder: string): Promise<void> {
    for await (const key of this.#objects.list(`${folder}/`)) await this.#objects.delete(key);
  }

  /** Folders that are there, each once, and whose point each is. */
  async folders(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for await (const key of this.#objects.list(PREFIX)) {
      const folder = key.split('/', 2).join('/');
      found.set(folder, Number.parseInt(folder.slice(PREFIX.length), 10));
    }
    return found;
  }
}

function resealedKey(key: string, keyId: Buffer): string {
  return `${key}.${keyId.toString('hex')}`;
}

function statementsKey(folder: string, number: number): string {
  return `${folder}/statements/${number}`;
}
