import { fromBase64, toBase64 } from './bytes.ts';

/** What a log asks a witness: C2SP tlog-witness, add-checkpoint. */
export interface AddCheckpoint {
  /** Size of the checkpoint that the witness has cosigned last; 0: none. */
  readonly old: number;
  /** Hashes of 32 bytes: that the tree of `note` holds the one of size `old`. */
  readonly proof: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly note: string;
}

export const MOST_PROOF_LINES = 63;
/** A proof and a checkpoint with sixteen of the largest signatures that are in use (ML-DSA-87, 4,627 bytes) are shorter. */
export const MOST_REQUEST_BYTES = 128 * 1024;

export function writeAddCheckpoint({ old, proof, note }: AddCheckpoint): string {
  return `old ${old}\n${proof.map(hash => `${toBase64(hash)}\n`).join('')}\n${note}`;
}

/** Null unless it is exactly of that form. */
export function readAddCheckpoint(body: string): AddCheckpoint | null {
  const end = body.indexOf('\n\n');
  if (end === -1) return null;
  const [first = '', ...lines] = body.slice(0, end).split('\n');
  const old = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1];
  if (old === undefined || !Number.isSafeInteger(Number(old)) || lines.length > MOST_PROOF_LINES) return null;
  const proof: Uint8Array[] = [];
  for (const line of lines) {
    const hash = fromBase64(line);
    if (hash?.length !== 32) return null;
    proof.push(hash);
  }
  return { old: Number(old), proof, note: body.slice(end + 2) };
}
