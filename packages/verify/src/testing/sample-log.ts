import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { hexToBytes } from '@noble/hashes/utils.js';
import { toBase64 } from '../bytes.ts';
import { leafHash } from '../merkle.ts';
import { keyIdOf, type NoteKey } from '../note.ts';
import { hashTick, LOG_START, type LoggedTick } from '../price-log.ts';
import { path, root, subproof } from './tree.ts';

export const ORIGIN = 'log.example/prices';

export interface Signer {
  readonly key: NoteKey;
  readonly secret: KeyObject;
}

export function newSigner(name = ORIGIN): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return { key: { name, publicKey: raw.toString('hex') }, secret: privateKey };
}

export function signNote(text: string, ...signers: readonly Signer[]): string {
  const lines = signers.map(({ key, secret }) => {
    const signature = sign(null, Buffer.from(text), secret);
    const body = Buffer.concat([Buffer.from(keyIdOf(key), 'hex'), signature]).toString('base64');
    return `— ${key.name} ${body}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

export type TickBody = Omit<LoggedTick, 'number' | 'hash'>;

/** A correct chain of ticks: numbers and hashes follow from their contents. */
export function chained(bodies: readonly TickBody[], from = LOG_START): LoggedTick[] {
  let head = from;
  return bodies.map(body => {
    const tick = { ...body, number: head.number + 1, hash: '' };
    const logged = { ...tick, hash: hashTick(head.hash, tick) };
    head = logged;
    return logged;
  });
}

/** The log as an exchange publishes it, with its tree and signatures. */
export class SampleLog {
  readonly ticks: readonly LoggedTick[];
  readonly signers: readonly Signer[];

  constructor(ticks: readonly LoggedTick[], ...signers: readonly Signer[]) {
    this.ticks = ticks;
    this.signers = signers;
  }

  #leaves(size: number): Uint8Array[] {
    return this.ticks.slice(0, size).map(tick => leafHash(hexToBytes(tick.hash)));
  }

  checkpoint(size: number): { readonly note: string } {
    const rootText = toBase64(root(this.#leaves(size)));
    const { hash, at_ms: atMs } = this.ticks[size - 1]!;
    return {
      note: signNote(`${ORIGIN}\n${size}\n${rootText}\ntick ${hash}\ntime ${atMs}\n`, ...this.signers),
    };
  }

  inclusion(number: number, size: number): string[] {
    return path(number - 1, this.#leaves(size)).map(hex);
  }

  consistency(from: number, to: number): string[] {
    return subproof(from, this.#leaves(to), true).map(hex);
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
