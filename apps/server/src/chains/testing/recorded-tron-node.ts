import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeBase58check } from '../addresses/encodings.ts';
import { TRANSFER_TOPIC } from '../evm/token-transfer.ts';
import { blockId } from '../tron/block-id.ts';

export const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** A block is solid once this many further ones follow it. */
const SOLID_AFTER = 19;
const BLOCK_MS = 3000;

export interface RecordedHeader {
  readonly blockID: string;
  readonly block_header: {
    readonly raw_data: {
      readonly timestamp?: number;
      readonly txTrieRoot: string;
      readonly parentHash: string;
      readonly number?: number;
      readonly witness_address: string;
      readonly version?: number;
    };
  };
}

interface RecordedLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface RecordedResult {
  readonly id: string;
  readonly blockNumber: number;
  readonly blockTimeStamp: number;
  readonly receipt: { readonly result?: string };
  readonly result?: string;
  readonly log?: readonly RecordedLog[];
}

interface RecordedTransaction {
  readonly txID: string;
  readonly ret: readonly { readonly contractRet: string }[];
  readonly raw_data_hex: string;
}

/** A transaction and what it did, which a block can contain. */
export interface Move {
  readonly transaction: RecordedTransaction;
  readonly result: Omit<RecordedResult, 'blockNumber' | 'blockTimeStamp'>;
}

interface Block {
  readonly header: RecordedHeader;
  readonly transactions: readonly RecordedTransaction[];
  readonly results: readonly RecordedResult[];
}

/** See tron/README.md. */
export const RECORDED = JSON.parse(readFileSync(new URL('tron/recorded.json', import.meta.url), 'utf8')) as {
  readonly genesis: RecordedHeader;
  readonly chain: readonly RecordedHeader[];
  readonly otherHeaders: readonly RecordedHeader[];
  readonly transactions: readonly {
    readonly block: number;
    readonly index: number;
    readonly proof: readonly string[];
    readonly transaction: RecordedTransaction;
  }[];
  readonly results: readonly RecordedResult[];
};

export const FIRST_RECORDED = RECORDED.chain[0]!.block_header.raw_data.number!;
export const LAST_RECORDED = RECORDED.chain.at(-1)!.block_header.raw_data.number!;

/** Replaces a node's answer by a value of any shape. */
export type TronLie = (
  method: string,
  answer: unknown,
  question: Readonly<Record<string, unknown>>,
) => unknown;

const HONEST: TronLie = (_method, answer) => answer;

/** A TRON node with the recorded blocks, to which a test adds others, and that can be unavailable or lie. */
export class RecordedTronNode {
  /** Its path would hold a provider's key. */
  readonly url: string;
  /** Instead of every answer, while it is not null. */
  status: number | null = null;
  lie: TronLie = HONEST;
  /** Waiting for a block. */
  readonly waiting: RecordedTransaction[] = [];
  /** The headers of every question. */
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  /** Called with every question before it is answered. */
  onQuestion: (method: string) => void = () => {};
  #blocks: Block[];
  #forks = 0;
  #invented = 0;
  readonly #close: () => Promise<void>;

  private constructor(url: string, blocks: readonly Block[], close: () => Promise<void>) {
    this.url = url;
    this.#blocks = [...blocks];
    this.#close = close;
  }

  /** @param like another node whose blocks it has, too. */
  static async start(like?: RecordedTronNode): Promise<RecordedTronNode> {
    const server = createServer((request, response) => {
      void node.#answer(request).then(
        ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
        (error: unknown) => response.destroy(error as Error),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const node = new RecordedTronNode(
      `http://127.0.0.1:${port}/secret-in-path`,
      like === undefined ? recordedBlocks() : like.#blocks,
      async () => {
        server.close();
        server.closeAllConnections();
        await once(server, 'close');
      },
    );
    return node;
  }

  close(): Promise<void> {
    return this.#close();
  }

  get head(): RecordedHeader {
    return this.#blocks.at(-1)!.header;
  }

  get headNumber(): number {
    return this.head.block_header.raw_data.number!;
  }

  /** Adds blocks, with these transactions in each. */
  mine(...blocks: readonly (readonly Move[])[]): void {
    for (const moves of blocks) {
      const parent = this.head;
      const number = this.headNumber + 1;
      const timestamp = parent.block_header.raw_data.timestamp! + BLOCK_MS;
      const raw = {
        number,
        timestamp,
        version: 32,
        parentHash: parent.blockID,
        // Not a tree: nobody who reads the chain by this API can compute it.
        txTrieRoot: digest(moves.map(one => one.transaction.txID).join()),
        // Other blocks of the same number have other producers.
        witness_address: `41${digest(`${number} ${this.#forks}`).slice(0, 40)}`,
      };
      this.#blocks.push({
        header: { blockID: idOf(raw), block_header: { raw_data: raw } },
        transactions: moves.map(one => one.transaction),
        results: moves.map(({ result }) => ({ ...result, blockNumber: number, blockTimeStamp: timestamp })),
      });
    }
  }

  mineEmpty(count: number): void {
    this.mine(...Array.from({ length: count }, () => []));
  }

  /** Removes the newest blocks; those mined afterwards differ from them. */
  fork(depth: number): void {
    this.#forks++;
    this.#blocks = this.#blocks.slice(0, -depth);
  }

  /** Takes over the chain of another node. */
  become(other: RecordedTronNode): void {
    this.#blocks = [...other.#blocks];
  }

  /** An invented call of a token's contract, with a transfer to each. Addresses as `T…`. */
  payment(
    paid: readonly { readonly to: string; readonly amount: bigint; readonly from?: string }[],
    {
      contract = USDT_CONTRACT,
      outcome = 'SUCCESS',
    }: { readonly contract?: string; readonly outcome?: string } = {},
  ): Move {
    const id = digest(`invented ${++this.#invented}`);
    const log = paid.map(({ to, amount, from = USDT_CONTRACT }) => ({
      address: account(contract),
      topics: [TRANSFER_TOPIC.slice(2), account(from).padStart(64, '0'), account(to).padStart(64, '0')],
      data: amount.toString(16).padStart(64, '0'),
    }));
    return {
      transaction: { txID: id, ret: [{ contractRet: outcome }], raw_data_hex: '' },
      result:
        outcome === 'SUCCESS'
          ? { id, receipt: { result: outcome }, log }
          : { id, receipt: { result: outcome }, result: 'FAILED' },
    };
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const path = request.url!.replace('/secret-in-path', '');
    const [, api, method] = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(path) ?? [];
    this.asked.push({ path, headers: request.headers });
    const question = JSON.parse(await readAll(request)) as Record<string, unknown>;
    this.onQuestion(method ?? '');
    if (this.status !== null) return { status: this.status, body: '{"Error":"refused"}' };
    if (api === undefined || method === undefined) return { status: 404, body: '' };
    const blocks = api === 'wallet' ? this.#blocks : this.#blocks.slice(0, -SOLID_AFTER);
    return {
      status: 200,
      body: JSON.stringify(this.lie(method, this.#of(method, question, blocks), question)),
    };
  }

  /** As java-tron's HTTP API answers: `{}` for what it does not have. */
  #of(method: string, question: Readonly<Record<string, unknown>>, blocks: readonly Block[]): unknown {
    const { id_or_num: wanted, detail, num, value } = question;
    if (method === 'getblock') {
      if (wanted === '0') return RECORDED.genesis;
      const block =
        wanted === undefined ? blocks.at(-1) : blocks.find(one => numberOf(one) === Number(wanted));
      if (block === undefined) return {};
      const { header, transactions } = block;
      // What is empty is left out.
      return detail === true && transactions.length > 0 ? { ...header, transactions } : header;
    }
    if (method === 'gettransactioninfobyblocknum') {
      return blocks.find(one => numberOf(one) === num)?.results ?? [];
    }
    if (method === 'gettransactioninfobyid') {
      return blocks.flatMap(block => block.results).findLast(one => one.id === value) ?? {};
    }
    if (method === 'gettransactionfrompending') return this.waiting.find(one => one.txID === value) ?? {};
    return { Error: `class java.lang.Exception : no ${method}` };
  }
}

/** What a recorded transaction did, to be put into a new block. */
export function recordedMove(id: string): Move {
  const {
    blockNumber: _number,
    blockTimeStamp: _time,
    ...result
  } = RECORDED.results.find(one => one.id === id)!;
  const contractRet = result.receipt.result ?? 'SUCCESS';
  return { transaction: { txID: id, ret: [{ contractRet }], raw_data_hex: '' }, result };
}

/** The recorded call of USDT's `transfer`, and the log that it writes. */
export function recordedTransfer(): Move {
  const { transaction } = RECORDED.transactions.find(one =>
    one.transaction.raw_data_hex.includes('a9059cbb'),
  )!;
  // transfer(address to, uint256 amount); the contract ignores what is before an address's twenty bytes.
  const [, from, contract, to, amount] =
    /0a1541(.{40})121541(.{40})2244a9059cbb.{24}(.{40})(.{64})/.exec(transaction.raw_data_hex) ?? [];
  const topics = [TRANSFER_TOPIC.slice(2), from!.padStart(64, '0'), to!.padStart(64, '0')];
  const log = [{ address: contract!, topics, data: amount! }];
  return { transaction, result: { id: transaction.txID, receipt: { result: 'SUCCESS' }, log } };
}

function recordedBlocks(): Block[] {
  const transfer = recordedTransfer();
  return RECORDED.chain.map(header => {
    const { number: blockNumber, timestamp: blockTimeStamp } = header.block_header.raw_data;
    const transactions = RECORDED.transactions
      .filter(one => one.block === blockNumber)
      .map(one => one.transaction);
    const results = transactions.map(({ txID: id }) => ({
      ...(id === transfer.result.id ? transfer.result : { id, receipt: {} }),
      blockNumber: blockNumber!,
      blockTimeStamp: blockTimeStamp!,
    }));
    return { header, transactions, results };
  });
}

export function idOf(raw: RecordedHeader['block_header']['raw_data']): string {
  return blockId({
    timestamp: 0,
    number: 0,
    version: 0,
    ...raw,
    witnessId: 0,
    witnessAddress: raw.witness_address,
    accountStateRoot: '',
  });
}

function numberOf(block: Block): number {
  return block.header.block_header.raw_data.number!;
}

/** The twenty bytes of `T…`. */
function account(address: string): string {
  return bytesToHex(decodeBase58check(address)!.subarray(1));
}

function digest(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
