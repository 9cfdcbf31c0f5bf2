import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** What a TRON header is signed and named by: `BlockHeader.raw` of the protocol. Bytes are hexadecimal text. */
export interface HeaderFields {
  readonly timestamp: number;
  readonly txTrieRoot: string;
  readonly parentHash: string;
  readonly number: number;
  readonly witnessId: number;
  readonly witnessAddress: string;
  readonly version: number;
  readonly accountStateRoot: string;
}

/**
 * The id that a block with this header has: the SHA-256 of the header as protobuf, whose first eight bytes are replaced
 * by the block's number (java-tron: `BlockCapsule.BlockId`). The fields and their numbers are those of
 * `core/Tron.proto`. They are written here because eight fields do not need a protobuf library.
 */
export function blockId(header: HeaderFields): string {
  const written = [
    ...whole(1, header.timestamp),
    ...bytes(2, header.txTrieRoot),
    ...bytes(3, header.parentHash),
    ...whole(7, header.number),
    ...whole(8, header.witnessId),
    ...bytes(9, header.witnessAddress),
    ...whole(10, header.version),
    ...bytes(11, header.accountStateRoot),
  ];
  const hash = bytesToHex(sha256(Uint8Array.from(written)));
  return header.number.toString(16).padStart(16, '0') + hash.slice(16);
}

/** Protobuf leaves out what is zero or empty. */
function whole(field: number, value: number): number[] {
  return value === 0 ? [] : [field * 8, ...varint(value)];
}

function bytes(field: number, hex: string): number[] {
  const content = hexToBytes(hex);
  return content.length === 0 ? [] : [field * 8 + 2, ...varint(content.length), ...content];
}

/** Seven bits a byte, the lowest first. Not by shifting: that ends at 32 bits. */
function varint(value: number): number[] {
  const digits: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) digits.push((rest % 128) + 128);
  return [...digits, rest];
}
