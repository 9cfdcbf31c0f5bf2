import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode, encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveAddress, verify } from 'ripple-keypairs';
import { xrpTransactionId } from '../custody/xrp-transaction.ts';

interface Account {
  balance: bigint;
  sequence: number;
  requiresTag: boolean;
}

interface Waiting {
  readonly hash: string;
  readonly fields: Fields;
}

interface Applied extends Waiting {
  readonly result: string;
  readonly delivered: bigint | null;
}

interface Ledger {
  readonly index: number;
  readonly hash: string;
  readonly parent: string;
  readonly transactions: readonly Applied[];
  readonly accounts: ReadonlyMap<string, Readonly<Account>>;
}

type Fields = Readonly<Record<string, unknown>> & {
  readonly TransactionType: string;
  readonly Account: string;
  readonly Fee: string;
  readonly Sequence: number;
};
type Question = Readonly<Record<string, unknown>>;

const FIRST_INDEX = 1_000;
const REQUIRE_DEST_TAG = 0x0002_0000;
const PARTIAL_PAYMENT = 0x0002_0000;
const RESERVE = 1_000_000n;
const BASE_FEE = 10n;

/**
 * A ledger and its node in this process, since no package of rippled can be had for tests. It decodes what is
 * submitted, checks signature, sequence, fee, `LastLedgerSequence`, reserve and `RequireDest`, and answers as
 * xrpl.org describes API version 2 (https://xrpl.org/docs/references/http-websocket-apis/public-api-methods: account_info,
 * fee, ledger, server_info, submit, tx; https://xrpl.org/docs/references/protocol/transactions/transaction-results).
 * Payments of XRP and AccountSet only; ledgers close when a test says so.
 */
export class XrpTestLedger {
  readonly url: string;
  down = false;
  /** Replaces a method's result. */
  lie: (method: string, result: Question, question: Question) => unknown = (_method, result) => result;
  openFee = BASE_FEE;
  networkId: number | undefined = 0;
  /** As if so many ledgers had been closed, for what must not be in a later one. */
  expiredUpTo = 0;
  /** Ledgers before it are not kept. */
  keptFrom = FIRST_INDEX;
  readonly #accounts = new Map<string, Account>();
  readonly #ledgers: Ledger[] = [];
  #waiting: Waiting[] = [];
  /** Payments out of nothing, for the next ledger. */
  #gifts: Applied[] = [];
  #numbers = 0;
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
    this.close();
  }

  static async start(): Promise<XrpTestLedger> {
    let node: XrpTestLedger | null = null;
    const server = createServer((request, response) => {
      void (async () => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        const { status, body } = node!.#answer(Buffer.concat(parts).toString('utf8'));
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      })().catch((error: unknown) => response.destroy(error as Error));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    node = new XrpTestLedger(`http://127.0.0.1:${port}/secret-key`, async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    });
    return node;
  }

  stop(): Promise<void> {
    return this.#close();
  }

  get newest(): number {
    return this.#ledgers.at(-1)!.index;
  }

  balanceOf(address: string): bigint {
    return this.#ledgers.at(-1)!.accounts.get(address)?.balance ?? 0n;
  }

  /** The next transaction's number. */
  sequenceOf(address: string): number {
    return this.#ledgers.at(-1)!.accounts.get(address)!.sequence;
  }

  /** An account of somebody's; one that is there gets another balance. */
  open(address: string, drops: bigint, requiresTag = false): void {
    const sequence = this.#accounts.get(address)?.sequence ?? this.newest;
    this.#accounts.set(address, { balance: drops, sequence, requiresTag });
  }

  /**
   * Somebody outside pays; in the next ledger. Gives the transaction's id.
   *
   * @param delivered less than was written: a partial payment
   */
  pay(to: string, amount: bigint, tag: number | null, delivered = amount): string {
    const fields = {
      TransactionType: 'Payment',
      Account: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
      Destination: to,
      ...(tag === null ? {} : { DestinationTag: tag }),
      Amount: String(amount),
      Fee: '10',
      Flags: delivered === amount ? 0 : PARTIAL_PAYMENT,
      Sequence: ++this.#numbers,
    };
    const hash = half(`paid from outside ${this.#numbers}`);
    this.#gifts.push({ hash, fields, result: 'tesSUCCESS', delivered });
    return hash;
  }

  /** The next ledgers are validated; the first has everything that waits. */
  close(count = 1): void {
    for (let done = 0; done < count; done++) this.#closeOne();
  }

  #closeOne(): void {
    const index = (this.#ledgers.at(-1)?.index ?? FIRST_INDEX - 1) + 1;
    const applied = this.#gifts.map(gift => {
      this.#credit(String(gift.fields['Destination']), gift.delivered ?? 0n);
      return gift;
    });
    this.#gifts = [];
    const left: Waiting[] = [];
    const inOrder = this.#waiting.toSorted((a, b) => a.fields.Sequence - b.fields.Sequence);
    for (const { hash, fields } of inOrder) {
      const account = this.#accounts.get(fields.Account)!;
      if (Number(fields['LastLedgerSequence']) < index || account.sequence > fields.Sequence) continue;
      if (account.sequence < fields.Sequence) left.push({ hash, fields });
      else applied.push(this.#apply(hash, fields, account));
    }
    this.#waiting = left;
    const parent = this.#ledgers.at(-1)?.hash ?? half('none');
    const accounts = new Map([...this.#accounts].map(([address, one]) => [address, { ...one }]));
    const hash = half(`${parent} ${index} ${applied.map(one => one.hash).join()}`);
    this.#ledgers.push({ index, hash, parent, transactions: applied, accounts });
  }

  #apply(hash: string, fields: Fields, account: Account): Applied {
    account.sequence++;
    account.balance -= BigInt(fields.Fee);
    if (fields.TransactionType !== 'Payment') return { hash, fields, result: 'tesSUCCESS', delivered: null };
    const amount = BigInt(String(fields['Amount']));
    const to = String(fields['Destination']);
    const result = this.#resultOf(account, amount, to, fields['DestinationTag']);
    if (result !== 'tesSUCCESS') return { hash, fields, result, delivered: null };
    account.balance -= amount;
    this.#credit(to, amount);
    return { hash, fields, result, delivered: amount };
  }

  #resultOf(account: Account, amount: bigint, to: string, tag: unknown): string {
    const there = this.#accounts.get(to);
    if (there === undefined && amount < RESERVE) return 'tecNO_DST_INSUF_XRP';
    if (there?.requiresTag === true && tag === undefined) return 'tecDST_TAG_NEEDED';
    return account.balance - amount < RESERVE ? 'tecUNFUNDED_PAYMENT' : 'tesSUCCESS';
  }

  #credit(to: string, amount: bigint): void {
    const there = this.#accounts.get(to);
    if (there === undefined) this.open(to, amount);
    else there.balance += amount;
  }

  #answer(body: string): { readonly status: number; readonly body: string } {
    if (this.down) return { status: 503, body: '' };
    const { method, params } = JSON.parse(body) as { method: string; params: [Question] };
    const [question] = params;
    if (question['api_version'] !== 2) throw new Error('asked with another version of the API');
    const result = { status: 'success', ...this.#result(method, question) };
    return { status: 200, body: JSON.stringify({ result: this.lie(method, result, question) }) };
  }

  #result(method: string, question: Question): Question {
    switch (method) {
      case 'server_info':
        return {
          info: {
            complete_ledgers: `${this.keptFrom}-${this.newest}`,
            ...(this.networkId === undefined ? {} : { network_id: this.networkId }),
            validated_ledger: {
              base_fee_xrp: 0.00001,
              hash: this.#ledgers.at(-1)!.hash,
              reserve_base_xrp: 1,
              reserve_inc_xrp: 0.2,
              seq: this.newest,
            },
          },
        };
      case 'fee':
        return { drops: { base_fee: '10', minimum_fee: '10', open_ledger_fee: String(this.openFee) } };
      case 'ledger':
        return this.#ledgerResult(question);
      case 'account_info':
        return this.#accountResult(question);
      case 'tx':
        return this.#transactionResult(String(question['transaction']));
      case 'submit':
        return { engine_result: this.#submit(String(question['tx_blob'])) };
      default:
        return refusal('unknownCmd');
    }
  }

  #at(index: unknown): Ledger | undefined {
    const wanted = index === 'validated' ? this.newest : index;
    return this.#ledgers.find(one => one.index === wanted && one.index >= this.keptFrom);
  }

  #ledgerResult({ ledger_index: index, transactions }: Question): Question {
    const found = this.#at(index);
    if (found === undefined) return refusal('lgrNotFound');
    const header = {
      closed: true,
      ledger_hash: found.hash,
      ledger_index: found.index,
      parent_hash: found.parent,
    };
    const all = found.transactions.map(one => ({
      ...inApi(one),
      ledger_index: found.index,
      validated: true,
    }));
    return {
      ledger: transactions === true ? { ...header, transactions: all } : header,
      ledger_hash: found.hash,
      ledger_index: found.index,
      validated: true,
    };
  }

  #accountResult({ account, ledger_index: index }: Question): Question {
    const ledger = this.#at(index);
    if (ledger === undefined) return refusal('lgrNotFound');
    const found = ledger.accounts.get(String(account));
    if (found === undefined) return refusal('actNotFound');
    return {
      account_data: {
        Account: account,
        Balance: String(found.balance),
        Flags: found.requiresTag ? REQUIRE_DEST_TAG : 0,
        LedgerEntryType: 'AccountRoot',
        OwnerCount: 0,
        Sequence: found.sequence,
      },
      ledger_index: ledger.index,
      validated: true,
    };
  }

  #transactionResult(id: string): Question {
    for (const { index, hash, transactions } of this.#ledgers) {
      const found = transactions.find(one => one.hash === id);
      if (found !== undefined && index >= this.keptFrom) {
        return { ...inApi(found), ledger_hash: hash, ledger_index: index, validated: true };
      }
    }
    const waiting = this.#waiting.find(one => one.hash === id);
    if (waiting === undefined) return refusal('txnNotFound');
    return { hash: id, tx_json: waiting.fields, validated: false };
  }

  #submit(blob: string): string {
    const fields = decode(blob) as unknown as Fields;
    if (encode(fields) !== blob) return 'temMALFORMED';
    const { SigningPubKey: key, TxnSignature: signature } = fields as Readonly<Record<string, string>>;
    if (key === undefined || signature === undefined) return 'temBAD_SIGNATURE';
    if (!verify(encodeForSigning(fields), signature, key)) return 'temBAD_SIGNATURE';
    if (deriveAddress(key) !== fields.Account) return 'tefBAD_AUTH';
    const account = this.#accounts.get(fields.Account);
    if (account === undefined) return 'terNO_ACCOUNT';
    if (BigInt(fields.Fee) < this.openFee) return 'telINSUF_FEE_P';
    if (Number(fields['LastLedgerSequence']) <= Math.max(this.newest, this.expiredUpTo))
      return 'tefMAX_LEDGER';
    if (fields.Sequence < account.sequence) return 'tefPAST_SEQ';
    const hash = xrpTransactionId(blob);
    if (this.#waiting.some(one => one.hash === hash)) return 'tefALREADY';
    const rival = this.#waiting.find(
      one => one.fields.Account === fields.Account && one.fields.Sequence === fields.Sequence,
    );
    if (rival !== undefined && BigInt(fields.Fee) * 4n < BigInt(rival.fields.Fee) * 5n) {
      return 'telCAN_NOT_QUEUE_FEE';
    }
    this.#waiting = [...this.#waiting.filter(one => one !== rival), { hash, fields }];
    return fields.Sequence > account.sequence ? 'terQUEUED' : 'tesSUCCESS';
  }
}

/** `DeliverMax` instead of `Amount`, as version 2 of the API has it. */
function inApi({ hash, fields, result, delivered }: Applied): Question {
  const { Amount, ...rest } = fields;
  return {
    hash,
    tx_json: Amount === undefined ? rest : { ...rest, DeliverMax: Amount },
    meta: {
      AffectedNodes: [],
      TransactionIndex: 0,
      TransactionResult: result,
      ...(delivered === null ? {} : { delivered_amount: String(delivered) }),
    },
  };
}

function refusal(error: string): Question {
  return { status: 'error', error, error_message: 'refused' };
}

function half(text: string): string {
  return createHash('sha512').update(text).digest('hex').slice(0, 64).toUpperCase();
}
