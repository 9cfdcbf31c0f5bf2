import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58check, decodeBase58check, withVersion } from '../addresses/encodings.ts';
import { readTokenTransfer } from '../evm/token-transfer.ts';
import type { TronResult } from './tron-schemas.ts';

/** The byte before every address of TRON. */
const NETWORK_BYTE = 0x41;

export interface TronToken {
  readonly currencyId: number;
  /** `T…`. */
  readonly contract: string;
}

/** A token transfer among a transaction's logs; addresses as `0x` and 20 bytes. */
export interface LoggedTransfer {
  /** The log's place within its transaction. */
  readonly logIndex: number;
  readonly currencyId: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/** Finds transfers of the configured tokens. TRC-20 has the events of ERC-20. */
export class TronTransfers {
  readonly #currencyOf: ReadonlyMap<string, number>;

  constructor(tokens: readonly TronToken[]) {
    this.#currencyOf = new Map(tokens.map(token => [contractBytes(token.contract), token.currencyId]));
  }

  /** In the order of the logs; none when the transaction failed: then it moved nothing. */
  of(result: TronResult): LoggedTransfer[] {
    if (result.failed) return [];
    return result.logs.flatMap((log, logIndex) => {
      const currencyId = this.#currencyOf.get(log.address);
      const transfer = currencyId === undefined ? null : readTokenTransfer(log);
      if (currencyId === undefined || transfer === null || transfer.amount === 0n) return [];
      return [{ logIndex, currencyId, ...transfer }];
    });
  }
}

/** `T…` of an address in a log. @param account `0x` and 20 bytes. */
export function tronAddress(account: string): string {
  return base58check.encode(withVersion(NETWORK_BYTE, hexToBytes(account.slice(2))));
}

function contractBytes(contract: string): string {
  const payload = decodeBase58check(contract);
  if (payload?.length !== 21 || payload[0] !== NETWORK_BYTE) {
    throw new Error(`${contract} is no address of TRON`);
  }
  return `0x${bytesToHex(payload.subarray(1))}`;
}
