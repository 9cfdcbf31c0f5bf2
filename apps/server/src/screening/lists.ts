import { createHash } from 'node:crypto';
import { checkAddress } from '../chains/addresses/check-address.ts';
import { isNetwork, NETWORKS, type Network } from '../chains/networks.ts';
import { readCsv } from './csv.ts';
import { NameIndex } from './name-index.ts';
import type { AddressHit, NameHit } from './provider.ts';

export interface ListFile {
  /** Without a folder: `names.csv` and what ends so has people, `addresses.csv` and what ends so addresses. */
  readonly name: string;
  readonly content: string;
}

export interface ListedPerson extends Omit<NameHit, 'name' | 'score'> {
  readonly names: readonly string[];
}

export interface Lists {
  /** SHA-256 over all files, in hexadecimal. */
  readonly version: string;
  readonly people: NameIndex<ListedPerson>;
  readonly addresses: ReadonlyMap<string, AddressHit>;
  readonly counts: readonly { readonly list: string; readonly names: number; readonly addresses: number }[];
}

/** What a file is by its name; null: no list. */
export function kindOfFile(name: string): 'names' | 'addresses' | null {
  if (/(^|[-_.])names\.csv$|^targets\.simple\.csv$/.test(name)) return 'names';
  return /(^|[-_.])addresses\.csv$/.test(name) ? 'addresses' : null;
}

/** @throws RangeError naming the file that is no list */
export function readLists(files: readonly ListFile[]): Lists {
  const people = new NameIndex<ListedPerson>();
  const addresses = new Map<string, AddressHit>();
  const hash = createHash('sha256');
  const counts: { list: string; names: number; addresses: number }[] = [];
  for (const file of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    hash.update(`${file.name}\n${file.content.length}\n${file.content}`);
    const count = { list: file.name, names: 0, addresses: 0 };
    try {
      for (const row of readCsv(file.content)) {
        if (kindOfFile(file.name) === 'names') {
          const person = personOf(row, file.name);
          for (const name of person.names) people.add(person, name);
          count.names += person.names.length;
        } else {
          const [key, hit] = addressOf(row, file.name);
          addresses.set(key, hit);
          count.addresses++;
        }
      }
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new RangeError(`${file.name} is no list: ${why}`, { cause });
    }
    counts.push(count);
  }
  return { version: hash.digest('hex'), people, addresses, counts };
}

type Row = (column: string) => string;

function personOf(row: Row, file: string): ListedPerson {
  const id = row('id');
  if (id === '' || row('name') === '') throw new RangeError('each row needs id and name');
  const names = [row('name'), ...parts(row('aliases'))];
  const born = parts(row('birth_date'));
  const countries = parts(row('countries')).map(country => country.toUpperCase());
  const said = JSON.stringify([names, born, countries]);
  return { entry: `${id}:${digest(said)}`, list: row('dataset') || file, names, born, countries };
}

function addressOf(row: Row, file: string): [key: string, hit: AddressHit] {
  const address = row('address');
  if (address === '') throw new RangeError('each row needs an address');
  const network = row('network');
  const key = addressKey(network, address);
  return [key, { entry: `${key}`, list: row('dataset') || file, note: row('note') }];
}

/**
 * The same for the same address, however it is spelled. A key in hexadecimal is its owner's on every chain that has such
 * addresses, so their network is left out; so is one that this exchange does not know. Empty: on any.
 */
export function addressKey(network: string, address: string): string {
  const text = address.trim();
  if (/^0x[0-9a-f]{40}$/i.test(text)) return `:${text.toLowerCase()}`;
  const on = isNetwork(network) ? network : null;
  return `${on ?? ''}:${normalSpelling(on === null ? ALL_NETWORKS : [on], text)}`;
}

const ALL_NETWORKS = Object.keys(NETWORKS).filter(name => isNetwork(name));

/** Bech32 in capitals is the same as in small letters. What is no address of any is left as it is. */
function normalSpelling(networks: readonly Network[], text: string): string {
  for (const network of networks) {
    const check = checkAddress(network, text);
    if (check.ok) return check.address;
  }
  return text;
}

function parts(text: string): string[] {
  return text
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
