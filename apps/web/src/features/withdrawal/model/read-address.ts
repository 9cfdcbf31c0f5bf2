import type { Network } from '../api/withdrawal.ts';
import { fits, networkOf } from './address-fields.ts';

/** What a scanned or copied text says of an address. */
export type ReadAddress =
  | {
      readonly found: 'address';
      readonly address: string;
      readonly network: Network;
      /** The destination tag that goes with it; null: none is named. */
      readonly memo: string | null;
      /** An amount is named, too. It is told and never taken: who made the code may want more than is owed. */
      readonly amount: boolean;
    }
  | {
      /** For a chain that is not ours: a coin's link such as `litecoin:`, or an Ethereum chain by its number. */
      readonly found: 'foreign';
      readonly chain: string;
    }
  | { readonly found: 'nothing' };

/** Longer texts are no address. */
const MAX_LENGTH = 2_000;
/** Ethereum-like chains by their numbers (EIP-155). */
const CHAINS: Readonly<Record<string, Network>> = { 1: 'ERC20', 56: 'BEP20' };

/** Schemes of wallets' links and the network whose addresses they carry. */
const SCHEMES: Readonly<Record<string, Network>> = {
  bitcoin: 'OMNI',
  ethereum: 'ERC20',
  tron: 'TRC20',
  solana: 'SOL',
  xrp: 'XRP',
  xrpl: 'XRP',
  ripple: 'XRP',
  dogecoin: 'DOGE',
  cardano: 'ADA',
  'web+cardano': 'ADA',
};

/**
 * A plain address, or a wallet's link: BIP-21 (`bitcoin:bc1…?amount=1`), ERC-681 (`ethereum:0x…@1?value=1`, and
 * `ethereum:<token>/transfer?address=0x…`, whose receiver is in the query) and other coins' of the same kind. On the XRP
 * Ledger `?dt=` or `?tag=` is the destination tag.
 *
 * @param chosen the network of an address that several have, also of `ethereum:` links that name no chain.
 */
export function readAddress(text: string, chosen?: Network): ReadAddress {
  const written = text.slice(0, MAX_LENGTH).trim();
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]{1,30}):(?:\/\/)?(.*)$/is.exec(written) ?? [];
  if (scheme === undefined || rest === undefined) return plainAddress(written, chosen);
  const named = Object.hasOwn(SCHEMES, scheme.toLowerCase()) ? SCHEMES[scheme.toLowerCase()] : undefined;
  if (named === undefined) {
    // An address of another coin's wallet, not a web page or any other text with a colon.
    return /^(?:https?|mailto|tel|wc)$/i.test(scheme) || !/^[\w.-]{20,}/.test(rest)
      ? { found: 'nothing' }
      : { found: 'foreign', chain: scheme.toLowerCase() };
  }
  const [target = '', query = ''] = rest.split('?', 2);
  const fields = new URLSearchParams(query);
  const [, address = '', chain, call] = /^(?:pay-)?([^@/]+)(?:@(\d{1,20}))?(?:\/(\w+))?$/.exec(target) ?? [];
  const network = named === 'ERC20' ? evmNetwork(chain, chosen) : named;
  if (network === undefined) return { found: 'foreign', chain: `ethereum @${chain}` };
  // The link's own address is then the token's contract: money sent there would be lost.
  const receiver = call === undefined ? address : call === 'transfer' ? (fields.get('address') ?? '') : '';
  if (!fits(network, receiver)) return { found: 'nothing' };
  const amount = ['amount', 'value', 'uint256'].some(name => fields.has(name));
  return { found: 'address', address: receiver, network, memo: memoIn(network, fields), amount };
}

/** ERC-681: without a number it is the chain in use. undefined: a chain that is not ours. */
function evmNetwork(chain: string | undefined, chosen: Network | undefined): Network | undefined {
  if (chain !== undefined) return CHAINS[chain];
  return chosen === 'BEP20' ? chosen : 'ERC20';
}

function plainAddress(text: string, chosen: Network | undefined): ReadAddress {
  const [address = '', query = ''] = text.split('?', 2);
  const network = chosen !== undefined && fits(chosen, address) ? chosen : networkOf(address);
  if (network === undefined) return { found: 'nothing' };
  const fields = new URLSearchParams(query);
  return { found: 'address', address, network, memo: memoIn(network, fields), amount: fields.has('amount') };
}

function memoIn(network: Network, fields: URLSearchParams): string | null {
  return network === 'XRP' ? (fields.get('dt') ?? fields.get('tag')) : null;
}
