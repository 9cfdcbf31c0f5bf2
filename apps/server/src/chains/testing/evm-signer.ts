import type { Address, Hex } from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { DEMO_MNEMONIC, operatorKey } from './wallet.ts';

/** One transaction of an exported file. */
export interface Unsigned {
  readonly from: Address;
  readonly path: string | null;
  readonly chain_id: number;
  readonly nonce: number;
  readonly to: Address;
  readonly value: string;
  readonly data: Hex;
  readonly gas_limit: string;
  readonly max_fee_per_gas: string;
  readonly max_priority_fee_per_gas: string;
}

/** What the operator's signer holds, and the server does not. */
export class EvmSigner {
  readonly hot: PrivateKeyAccount = privateKeyToAccount(`0x${'42'.repeat(32)}`);

  #keyOf({ path }: Unsigned): PrivateKeyAccount {
    if (path === null) return this.hot;
    const [, chain, child] = path.split('/');
    const { privateKey } = operatorKey(DEMO_MNEMONIC, `m/44'/60'/1'/${chain}/${child}`);
    return privateKeyToAccount(`0x${Buffer.from(privateKey!).toString('hex')}`);
  }

  /** Signs a file as it is, or as somebody has changed it. */
  async sign(
    content: string,
    change: (one: Unsigned, place: number) => Partial<Unsigned> = () => ({}),
  ): Promise<Hex[]> {
    const { transactions } = JSON.parse(content) as { transactions: Unsigned[] };
    return Promise.all(
      transactions.map((asked, place) => this.signOne({ ...asked, ...change(asked, place) })),
    );
  }

  signOne(one: Unsigned, key = this.#keyOf(one)): Promise<Hex> {
    return key.signTransaction({
      type: 'eip1559',
      chainId: one.chain_id,
      nonce: one.nonce,
      to: one.to,
      value: BigInt(one.value),
      data: one.data,
      gas: BigInt(one.gas_limit),
      maxFeePerGas: BigInt(one.max_fee_per_gas),
      maxPriorityFeePerGas: BigInt(one.max_priority_fee_per_gas),
    });
  }
}
