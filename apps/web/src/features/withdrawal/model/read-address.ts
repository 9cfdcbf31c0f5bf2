import type { Network } from '../api/withdrawal.ts';
import { networkOf } from './address-fields.ts';

/** What a scanned or copied text says of an address. */
export type ReadAddress =
  | {
      readonly found: 'address';
      readonly address: string;
      readonly network: Network;
      /** An amount is named, too. It is told and never taken: who made the code may want more than is owed. */
      readonly amount: boolean;
    }
  | {
      /** For another chain than the three: a coin's link such as `litecoin:`, or an Ethereum chain by its number. */
      readonly found: 'foreign';
      readonly chain: string;
    }
  | { readonly found: 'nothing' };

/** Longer texts are no address. */
const MAX_LENGTH = 2_000;
const ETHEREUM_MAINNET = '1';

/** Schemes of wallets' links and the network whose addresses they carry. */
const SCHEMES: Readonly<Record<string, Network>> = { bitcoin: 'OMNI', ethereum: 'ERC20', tron: 'TRC20' };

/**
 * A plain address, or a wallet's link: BIP-21 (`bitcoin:bc1…?amount=1`), ERC-681 (`ethereum:0x…@1?value=1`, and
 * `ethereum:<token>/transfer?address=0x…`, whose receiver is in the query) and TRON's of the same kind.
 */
export function readAddress(text: string): ReadAddress {
  const written = text.slice(0, MAX_LENGTH).trim();
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]{1,30}):(?:\/\/)?(.*)$/is.exec(written) ?? [];
  if (scheme === undefined || rest === undefined) return plainAddress(written);
  const network = Object.hasOwn(SCHEMES, scheme.toLowerCase()) ? SCHEMES[scheme.toLowerCase()] : undefined;
  if (network === undefined) {
    // An address of another coin's wallet, not a web page or any other text with a colon.
    return /^(?:https?|mailto|tel|wc)$/i.test(scheme) || !/^[\w.-]{20,}/.test(rest)
      ? { found: 'nothing' }
      : { found: 'foreign', chain: scheme.toLowerCase() };
  }
  const [target = '', query = ''] = rest.split('?', 2);
  const fields = new URLSearchParams(query);
  const [, address = '', chain, call] = /^(?:pay-)?([^@/]+)(?:@(\d{1,20}))?(?:\/(\w+))?$/.exec(target) ?? [];
  if (network === 'ERC20' && chain !== undefined && chain !== ETHEREUM_MAINNET) {
    return { found: 'foreign', chain: `ethereum @${chain}` };
  }
  // The link's own address is then the token's contract: money sent there would be lost.
  const receiver = call === undefined ? address : call === 'transfer' ? (fields.get('address') ?? '') : '';
  if (networkOf(receiver) !== network) return { found: 'nothing' };
  const amount = ['amount', 'value', 'uint256'].some(name => fields.has(name));
  return { found: 'address', address: receiver, network, amount };
}

function plainAddress(address: string): ReadAddress {
  const network = networkOf(address);
  return network === undefined ? { found: 'nothing' } : { found: 'address', address, network, amount: false };
}
