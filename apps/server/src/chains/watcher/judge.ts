import { NETWORKS, assetOn, type Network } from '../networks.ts';
import type { FoundTransfer } from './chain-source.ts';
import type { IgnoreReason } from './chain-watcher.ts';

/** The ledger's limit: more than 64 bits of minor units cannot be real money. */
const LARGEST_MINOR = 2n ** 63n - 1n;

export interface JudgeOptions {
  /** Decimals of the ledger's amounts, by currency id; at most the chain's. */
  readonly ledgerDecimals: (currencyId: number) => number;
  /** Smallest amount that is credited, in minor units. May change at any time. */
  readonly minimumMinor: (network: Network, currencyId: number) => bigint;
  /** Address keys the operator sends from: adding gas to a deposit address is not a deposit. */
  readonly ownSenders: ReadonlySet<string>;
}

export interface Judgement {
  readonly amountMinor: bigint;
  readonly ignored: IgnoreReason | null;
}

/** What a transfer is worth in the ledger, truncated toward zero, and whether it is to be credited at all. */
export function judge(
  network: Network,
  transfer: FoundTransfer,
  senderIsOurs: boolean,
  options: JudgeOptions,
): Judgement {
  const { currencyId, amount, senderKey } = transfer;
  const amountMinor = amount / unitsPerMinor(network, currencyId, options.ledgerDecimals(currencyId));
  if (senderIsOurs || (senderKey !== null && options.ownSenders.has(senderKey))) {
    return { amountMinor, ignored: 'own_transfer' };
  }
  if (amountMinor > LARGEST_MINOR) return { amountMinor, ignored: 'implausible_amount' };
  const below = amountMinor === 0n || amountMinor < options.minimumMinor(network, currencyId);
  return { amountMinor, ignored: below ? 'below_minimum' : null };
}

/** How many of the chain's units make one of the ledger's minor units. */
export function unitsPerMinor(network: Network, currencyId: number, ledgerDecimals: number): bigint {
  const asset = assetOn(network, currencyId);
  if (asset === null || asset.chainDecimals < ledgerDecimals) {
    throw new Error(`the ledger cannot hold currency ${currencyId} of ${NETWORKS[network].name}`);
  }
  return 10n ** BigInt(asset.chainDecimals - ledgerDecimals);
}
