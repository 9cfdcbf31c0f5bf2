import { formatMinor } from '@tallystick/core/money/decimal';
import { countedTo, type EvmChain } from '../evm/evm-chain.ts';
import type { EvmRpc } from '../evm/evm-rpc.ts';
import type { Network } from '../networks.ts';
import type { BlockRef } from '../watcher/chain-source.ts';
import {
  BalanceShort,
  CannotMove,
  FeeAboveCeiling,
  type CustodyChain,
  type CustodyNode,
  type Drafted,
  type DraftLimits,
  type ExportedFile,
  type GasNeeded,
  type HeldAddress,
  type Move,
  type ObservedBalance,
  type Signed,
  type SignedFile,
  type TransactionStatus,
} from './custody-chain.ts';
import { checkEvmSigned } from './evm-signed.ts';
import { evmUnsigned, readSlot, slotOf, transferData, type EvmUnsigned } from './evm-transaction.ts';

export interface EvmCustodyOptions extends EvmChain {
  readonly rpc: EvmRpc;
  readonly decimals: (currencyId: number) => number;
  readonly hot: string;
  readonly cold: readonly string[];
  readonly witnesses: readonly CustodyNode[];
  /** Blocks until a transaction counts as final. */
  readonly confirmations: number;
}

/** Gas of a plain payment to an address without code. */
const PLAIN_GAS = 21_000n;
/** More than any transfer of a well-known token has ever used. */
const SWEEP_GAS = 100_000n;
/** A recipient that is a contract decides what being paid costs: wallets that are contracts take far less. */
const MOST_GAS = 250_000n;
/** Below it some nodes drop a transaction, and a replacement could not pay more. */
const LEAST_TIP = 1_000_000n;
/** Nodes take a replacement that pays a tenth more for each of the two prices; a little more is sure to pass. */
const BUMP = [9n, 8n] as const;
/** A block's base price rises by an eighth at most. */
const NEXT_BASE = [9n, 8n] as const;

interface Price {
  /** At least what the next block can ask for. */
  readonly least: bigint;
  readonly maxFeePerGas: bigint;
  readonly tip: bigint;
}

/** Custody on Ethereum, or a chain like it: one transaction for each item, in the order of its sender's nonces. */
export class EvmCustody implements CustodyChain {
  readonly network: Network;
  readonly coin: number;
  readonly hot: string;
  readonly cold: readonly string[];
  readonly witnesses: readonly CustodyNode[];
  readonly #options: EvmCustodyOptions;
  readonly #contractOf: ReadonlyMap<number, string>;

  constructor(options: EvmCustodyOptions) {
    this.#options = options;
    this.network = options.network;
    this.coin = options.coin;
    this.hot = options.hot;
    this.cold = options.cold;
    this.witnesses = options.witnesses;
    this.#contractOf = new Map(options.tokens.map(token => [token.currencyId, token.contract]));
  }

  get currencies(): readonly number[] {
    return [this.coin, ...this.#contractOf.keys()];
  }

  decimals(currencyId: number): number {
    return this.#options.decimals(currencyId);
  }

  block(number: number): Promise<BlockRef | null> {
    return this.#options.rpc.header(number);
  }

  async balances(addresses: readonly HeldAddress[], blockNumber: number): Promise<ObservedBalance[]> {
    await this.#refuseOtherChain();
    return Promise.all(
      addresses.flatMap(held =>
        this.currencies.map(async currencyId => ({
          ...held,
          currencyId,
          amount: await this.#balance(held.address, currencyId, blockNumber),
        })),
      ),
    );
  }

  async gasNeeded(currencyId: number, { feeCeiling }: DraftLimits): Promise<GasNeeded> {
    if (currencyId === this.coin) return { least: 0n, enough: 0n };
    // From the hot address, to which it goes: a deposit address without the coin could not even be asked about.
    const { to, data } = this.#call(currencyId, this.hot, 0n);
    const gas = await this.#options.rpc.gasOf({ from: this.hot, to, value: 0n, data });
    const limit = max(SWEEP_GAS, withReserve(gas ?? 0n));
    const price = await this.#price(limit, feeCeiling);
    return { least: limit * price.least, enough: limit * price.maxFeePerGas };
  }

  async draft(moves: readonly Move[], limits: DraftLimits): Promise<Drafted[]> {
    await this.#refuseOtherChain();
    const nonces = new Map<string, number>();
    const drafted: Drafted[] = [];
    for (const move of moves) {
      const sender = move.from.toLowerCase();
      const nonce = nonces.get(sender) ?? (await this.#options.rpc.nonce(move.from, 'latest'));
      nonces.set(sender, nonce + 1);
      drafted.push(await this.#draftOne(move, nonce, limits, null));
    }
    await this.#refuseShort(drafted);
    return drafted;
  }

  async redraft(before: readonly Drafted[], moves: readonly Move[], limits: DraftLimits): Promise<Drafted[]> {
    await this.#refuseOtherChain();
    const drafted: Drafted[] = [];
    const kept: Drafted[] = [];
    for (const one of before) {
      const old = evmUnsigned.parse(one.unsigned);
      const move = moves.find(({ id }) => one.itemIds.includes(id));
      const made =
        move === undefined
          ? await this.#emptied(old, limits)
          : await this.#draftOne(move, old.nonce, limits, old);
      // A deposit address without gas: nothing of it can be replaced, which must not keep the others.
      (move === undefined && (await this.#lacksGas(old, made)) ? kept : drafted).push(made);
    }
    await this.#refuseShort(drafted.length === 0 ? kept : drafted);
    return drafted;
  }

  async file(
    batch: { readonly id: number; readonly version: number },
    drafted: readonly Drafted[],
  ): Promise<ExportedFile> {
    const content = {
      format: 'tallystick-unsigned-evm-1',
      network: this.network,
      chain_id: this.#options.chainId,
      batch: batch.id,
      version: batch.version,
      return: 'a JSON file {"signed": ["0x02…", …]} with the signed transactions in this order',
      transactions: drafted.map(one => one.unsigned),
    };
    return {
      name: `batch-${batch.id}-v${batch.version}-${this.network}.json`,
      type: 'application/json',
      content: `${JSON.stringify(content, null, 2)}\n`,
    };
  }

  check(drafted: readonly Drafted[], content: string, limits: DraftLimits): Promise<SignedFile> {
    return checkEvmSigned(
      drafted.map(one => evmUnsigned.parse(one.unsigned)),
      content,
      limits,
    );
  }

  async broadcast({ transactionId, raw }: Signed): Promise<void> {
    const { rpc } = this.#options;
    await this.#refuseOtherChain();
    try {
      await rpc.sendRaw(raw);
    } catch (error) {
      // It may have it already: nodes say so in words of their own.
      if ((await rpc.transaction(transactionId)) === null) throw error;
    }
  }

  async status(transactionId: string): Promise<TransactionStatus> {
    const { rpc, confirmations } = this.#options;
    await this.#refuseOtherChain();
    if ((await rpc.transaction(transactionId)) === null) return { state: 'unknown' };
    const receipt = await rpc.receipt(transactionId);
    if (receipt === null) return { state: 'pending' };
    const newest = await countedTo(rpc, this.#options, confirmations);
    const block = await rpc.header(receipt.blockNumber);
    if (block?.hash !== receipt.blockHash) return { state: 'pending' };
    return {
      state: 'mined',
      blockNumber: receipt.blockNumber,
      confirmations: Math.max(newest - receipt.blockNumber + 1, 0),
      reverted: !receipt.status,
      fee: receipt.gasUsed * receipt.effectiveGasPrice,
    };
  }

  async isTaken(slot: string): Promise<boolean> {
    const { rpc, confirmations } = this.#options;
    const { from, nonce } = readSlot(slot);
    await this.#refuseOtherChain();
    const newest = await countedTo(rpc, this.#options, confirmations);
    return (await rpc.nonce(from, Math.max(newest - confirmations + 1, 0))) > nonce;
  }

  async #draftOne(
    move: Move,
    nonce: number,
    { feeCeiling }: DraftLimits,
    old: EvmUnsigned | null,
  ): Promise<Drafted> {
    if (move.memo !== null) throw new CannotMove(move.id, 'there are no memos on this chain');
    const isCoin = move.currencyId === this.coin;
    const there = move.whole ? await this.#balance(move.from, move.currencyId, 'latest') : move.amount;
    const limit = old === null ? await this.#gasLimit(move, there) : BigInt(old.gas_limit);
    const price = await this.#price(limit, feeCeiling, old);
    const coin = move.whole && !isCoin ? await this.#balance(move.from, this.coin, 'latest') : null;
    // A sweep pays its gas from what lies there; prices may have risen since the gas was sent.
    const affordable = coin === null || coin > price.maxFeePerGas * limit ? price.maxFeePerGas : coin / limit;
    if (affordable < price.least) throw new CannotMove(move.id, 'too little gas');
    const feeMost = limit * affordable;
    const amount = isCoin && move.whole ? there - feeMost : there;
    if (amount <= 0n) throw new CannotMove(move.id, 'it would cost what it brings');
    const { to, value, data } = this.#call(move.currencyId, move.to, amount);
    const shown = formatMinor(amount, this.decimals(move.currencyId));
    const unsigned: EvmUnsigned = {
      type: '0x2',
      chain_id: this.#options.chainId,
      from: move.from,
      path: move.path,
      nonce,
      to,
      value: String(value),
      data,
      gas_limit: String(limit),
      max_fee_per_gas: String(affordable),
      max_priority_fee_per_gas: String(price.tip),
      reads: [`${move.text}: ${shown} to ${move.to}`, `costs at most ${this.#shownCoin(feeMost)}`],
    };
    return {
      slot: slotOf(move.from, nonce),
      itemIds: [move.id],
      payoutPlaces: [isCoin ? -1 : null],
      feeMost,
      unsigned,
    };
  }

  async #gasLimit(move: Move, there: bigint): Promise<bigint> {
    const probe = this.#call(
      move.currencyId,
      move.to,
      move.whole && move.currencyId === this.coin ? 1n : there,
    );
    const gas = await this.#options.rpc.gasOf({ from: move.from, ...probe });
    if (gas === null) {
      const held = await this.#balance(move.from, move.currencyId, 'latest');
      if (held < there) throw new BalanceShort(move.currencyId, there, held);
      throw new CannotMove(move.id, 'it would be reverted');
    }
    if (gas > MOST_GAS) throw new CannotMove(move.id, `the recipient uses ${gas} gas`);
    return gas === PLAIN_GAS ? gas : withReserve(gas);
  }

  /** A payment of nothing to the sender itself: what had the nonce before can no longer be made. */
  async #emptied(old: EvmUnsigned, { feeCeiling }: DraftLimits): Promise<Drafted> {
    const price = await this.#price(PLAIN_GAS, feeCeiling, old);
    const feeMost = PLAIN_GAS * price.maxFeePerGas;
    const unsigned: EvmUnsigned = {
      ...old,
      to: old.from,
      value: '0',
      data: '0x',
      gas_limit: String(PLAIN_GAS),
      max_fee_per_gas: String(price.maxFeePerGas),
      max_priority_fee_per_gas: String(price.tip),
      reads: [
        `pays nothing: takes nonce ${old.nonce}, so that the earlier transaction cannot be made`,
        `costs at most ${this.#shownCoin(feeMost)}`,
      ],
    };
    return { slot: slotOf(old.from, old.nonce), itemIds: [], payoutPlaces: [], feeMost, unsigned };
  }

  /**
   * Twice the current base price, so that it holds for some blocks, but no more than the ceiling. With `old`, enough
   * more for nodes to take it in its place.
   */
  async #price(gas: bigint, feeCeiling: bigint, old: EvmUnsigned | null = null): Promise<Price> {
    const { base, tip: asked } = await this.#options.rpc.gasPrice();
    const bumped = (written: string | undefined): bigint =>
      written === undefined ? 0n : (BigInt(written) * BUMP[0]) / BUMP[1] + 1n;
    const tip = max(asked, LEAST_TIP, bumped(old?.max_priority_fee_per_gas));
    const least = max((base * NEXT_BASE[0]) / NEXT_BASE[1] + tip, bumped(old?.max_fee_per_gas));
    if (least * gas > feeCeiling) throw new FeeAboveCeiling(least * gas, feeCeiling);
    const wanted = max(2n * base + tip, least);
    const highest = feeCeiling / gas;
    return { least, maxFeePerGas: wanted > highest ? highest : wanted, tip };
  }

  async #lacksGas({ from }: EvmUnsigned, { feeMost }: Drafted): Promise<boolean> {
    if (from.toLowerCase() === this.hot.toLowerCase()) return false;
    return (await this.#balance(from, this.coin, 'latest')) < feeMost;
  }

  /** @throws BalanceShort when a sender has less than its transactions move and may cost. */
  async #refuseShort(drafted: readonly Drafted[]): Promise<void> {
    const needed = new Map<string, bigint>();
    const add = (from: string, currencyId: number, amount: bigint): void => {
      const key = `${from}:${currencyId}`;
      needed.set(key, (needed.get(key) ?? 0n) + amount);
    };
    const currencyOf = new Map(
      [...this.#contractOf].map(([currencyId, contract]) => [contract.toLowerCase(), currencyId]),
    );
    for (const { unsigned, feeMost } of drafted) {
      const one = evmUnsigned.parse(unsigned);
      add(one.from, this.coin, BigInt(one.value) + feeMost);
      const currencyId = currencyOf.get(one.to.toLowerCase());
      if (currencyId !== undefined && one.data !== '0x') {
        add(one.from, currencyId, BigInt(`0x${one.data.slice(-64)}`));
      }
    }
    for (const [key, amount] of needed) {
      const [from = '', id = ''] = key.split(':');
      const there = await this.#balance(from, Number(id), 'latest');
      if (there < amount) throw new BalanceShort(Number(id), amount, there);
    }
  }

  #call(currencyId: number, to: string, amount: bigint) {
    const contract = this.#contractOf.get(currencyId);
    return contract === undefined
      ? { to, value: amount, data: '0x' }
      : { to: contract, value: 0n, data: transferData(to, amount) };
  }

  #balance(address: string, currencyId: number, blockNumber: number | 'latest'): Promise<bigint> {
    const { rpc } = this.#options;
    const contract = this.#contractOf.get(currencyId);
    return contract === undefined
      ? rpc.balance(address, blockNumber)
      : rpc.tokenBalance(contract, address, blockNumber);
  }

  /** Asked each time: behind one address there may be another node tomorrow. */
  async #refuseOtherChain(): Promise<void> {
    const { rpc, chainId } = this.#options;
    const is = await rpc.chainId();
    if (is !== chainId) throw new Error(`the node is on chain ${is}, configured is ${chainId}`);
  }

  #shownCoin(amount: bigint): string {
    return formatMinor(amount, this.decimals(this.coin));
  }
}

function withReserve(gas: bigint): bigint {
  return (gas * 5n) / 4n;
}

function max(...values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most));
}
