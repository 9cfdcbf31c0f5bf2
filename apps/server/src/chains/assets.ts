import { NETWORKS, assetOn, tokensOn, type ChainAsset, type Network } from './networks.ts';

/** A token that operators have listed on a network: a launched currency, or another's coin on a second chain. */
export interface ListedToken {
  readonly currencyId: number;
  readonly network: Network;
  /** Its contract (on Solana its mint), in the network's spelling; empty: it is moved by people, who know what to send. */
  readonly contract: string;
  readonly chainDecimals: number;
}

/** Which currencies travel on which network: the chains' own, and the tokens operators have listed. */
export class Assets {
  readonly #listed: () => readonly ListedToken[];

  /** @param listed the operators' list, which may change at any time. */
  constructor(listed: () => readonly ListedToken[] = () => []) {
    this.#listed = listed;
  }

  /** The networks a currency travels on, in the order shown to customers; none for currencies without a chain. */
  networksOf(currencyId: number): Network[] {
    return (Object.keys(NETWORKS) as Network[]).filter(network => this.find(network, currencyId) !== null);
  }

  /** The network's figures for the currency; null: the currency does not travel there. */
  find(network: Network, currencyId: number): ChainAsset | null {
    const own = assetOn(network, currencyId);
    if (own !== null) return own;
    const depositKind = tokensOn(network);
    const token = this.#listed().find(one => one.network === network && one.currencyId === currencyId);
    if (token === undefined || depositKind === null) return null;
    return { currencyId, chainDecimals: token.chainDecimals, depositKind, least: '0' };
  }

  /** The listed tokens of a network that have a contract. */
  contracts(network: Network): readonly ListedToken[] {
    return this.#listed().filter(one => one.network === network && one.contract !== '');
  }

  /** The contract of a currency that operators have listed on a network; null: it is the chain's own, or has none. */
  contractOf(network: Network, currencyId: number): string | null {
    return this.contracts(network).find(one => one.currencyId === currencyId)?.contract ?? null;
  }
}
