import type { Random } from '@tallystick/core/testing/random';
import { USDT } from '@tallystick/core/testing/demo-exchange';
import { CallFailure } from '@tallystick/server/http/call-failure';
import { sealParticulars } from '@tallystick/server/modules/bank/destination';
import { insertDeposit } from '@tallystick/server/modules/deposit/store';
import { insertWithdrawal } from '@tallystick/server/modules/withdrawal/store';
import type pg from 'pg';
import type { Counts } from '../counts.ts';
import { Finding } from '../judge/finding.ts';
import { CUSTOMERS } from '../traffic/setting.ts';
import { compareMoney } from './compare-money.ts';
import { ENDS, type Deed, type End } from './deeds.ts';
import { VAULT, type Staff } from './staff.ts';

const OPERATORS = [1, 2, 3];
const BANK = { network: null, currencyId: USDT } as const;
/**
 * People who decide on money by the server's own services, two at a time on the same thing. What somebody was told they decided
 * must stand in the end, whatever dies in between, and once.
 */
export class BackOffice {
  /** Not through a machine: what is there before, and what is compared after. */
  readonly #direct: pg.Client;
  readonly #random: Random;
  readonly #now: () => number;
  readonly #counts: Counts;
  /** What was decided about a withdrawal, as somebody was told. */
  readonly #decided = new Map<number, End>();
  #withdrawals = 0;
  #deposits = 0;

  private constructor(direct: pg.Client, options: BackOfficeOptions) {
    this.#direct = direct;
    this.#random = options.random;
    this.#now = options.now;
    this.#counts = options.counts;
  }

  static async open(direct: pg.Client, options: BackOfficeOptions): Promise<BackOffice> {
    await direct.query(
      `insert into customers (id, nickname, invitation_code, opened, created_at_ms, password_changed_at_ms)
       select id, 'customer ' || id, 'C' || id, true, 1, 1 from generate_series(1, $1) id`,
      [CUSTOMERS],
    );
    await direct.query(
      `insert into operators (name, role, password_hash, created_at_ms, second_from_ms)
       select 'operator ' || id, 'accountant', '', 1, 0 from generate_series(1, $1) id`,
      [OPERATORS.length],
    );
    return new BackOffice(direct, options);
  }

  /** Something that people do. Resolves with errors that no service should give while its machine lives. */
  async work(staff: Staff): Promise<unknown[]> {
    const kind = this.#random.below(10);
    if (kind < 3 || this.#withdrawals === 0) return this.#ask(staff);
    if (kind < 7) return this.#decideOnWithdrawal(staff);
    if (kind < 8 || this.#deposits === 0) return this.#announce();
    return this.#decideOnDeposit(staff);
  }

  /** What a start does with what the machine before left half done. */
  async finishLeft(staff: Staff): Promise<void> {
    await staff.withdrawals.finishAll();
    await staff.deposits.finishAll();
  }

  /** Nothing may be half done: the caller has finished it. */
  async compare(): Promise<void> {
    await compareMoney(this.#direct, this.#decided);
  }

  /** A customer asks for money to their bank card. */
  async #ask(staff: Staff): Promise<unknown[]> {
    const random = this.#random;
    const id = ++this.#withdrawals;
    const amountMinor = BigInt(random.between(2_000_000, 900_000_000));
    const card = { bank_name: 'Bank', card_number: '6222020200112233445' };
    const sealed = sealParticulars(VAULT, id, { destination: { kind: 'bank', card }, remark: null });
    const row = {
      ...BANK,
      id,
      customerId: random.between(1, CUSTOMERS),
      channel: 'bank' as const,
      sealed,
      amountMinor,
      feeMinor: amountMinor / 40n,
      moneyMinor: amountMinor,
      moneyCurrency: 'CNY',
      rate: '7',
      approvalsNeeded: amountMinor > 400_000_000n ? (2 as const) : (1 as const),
      flags: [],
      inputHash: '',
      createdAtMs: this.#now(),
    };
    await insertWithdrawal(this.#direct, row, `asked ${id}`);
    this.#counts.add('back office: asked');
    return strange(await Promise.allSettled([staff.withdrawals.finish(id)]));
  }

  async #decideOnWithdrawal(staff: Staff): Promise<unknown[]> {
    const random = this.#random;
    const { rows } = await this.#direct.query<{ id: string }>(
      `select id from withdrawals where state in ('processing', 'approved') order by id limit 12`,
    );
    if (rows.length === 0) return [];
    const { id } = random.pick(rows);
    const deeds = [this.#deed(), this.#deed()].slice(0, random.between(1, 2));
    const results = await Promise.allSettled(deeds.map(deed => this.#do(staff, deed, Number(id))));
    const done = deeds.filter((deed, i) => deed !== 'approve' && results[i]!.status === 'fulfilled') as End[];
    for (const deed of deeds) this.#counts.add(`back office: ${deed}`);
    const before = this.#decided.get(Number(id));
    if (done.length + (before === undefined ? 0 : 1) > 1)
      throw new Finding(`withdrawal ${id} was ended twice`, [before, ...done].join(' and '), 'one of them');
    for (const end of done) this.#decided.set(Number(id), end);
    return strange(results);
  }

  #deed(): Deed {
    return this.#random.below(2) === 0 ? 'approve' : this.#random.pick(ENDS);
  }

  async #do({ withdrawalReview }: Staff, deed: Deed, id: number): Promise<void> {
    const operator = this.#random.pick(OPERATORS);
    const inside = (): Promise<void> => Promise.resolve();
    if (deed === 'approve') await withdrawalReview.approve(id, operator, inside);
    else if (deed === 'send')
      await withdrawalReview.send(id, operator, `transfer ${id} of ${operator}`, inside);
    else await withdrawalReview.reject(id, operator, 'no', inside);
  }

  /** A customer says that they have paid at the bank. */
  async #announce(): Promise<unknown[]> {
    const random = this.#random;
    const id = ++this.#deposits;
    const amountMinor = BigInt(random.between(1_000_000, 700_000_000));
    await insertDeposit(
      this.#direct,
      {
        ...BANK,
        id,
        customerId: random.between(1, CUSTOMERS),
        channel: 'bank',
        amountMinor,
        paidMinor: amountMinor,
        paidCurrency: 'CNY',
        rate: '7',
        address: null,
        memo: null,
        transactionId: null,
        transferKey: null,
        pictureId: null,
        approvalsNeeded: amountMinor > 300_000_000n ? 2 : 1,
        state: 'processing',
        flags: [],
        inputHash: '',
        createdAtMs: this.#now(),
      },
      `announced ${id}`,
    );
    this.#counts.add('back office: announced');
    return [];
  }

  async #decideOnDeposit({ depositReview }: Staff): Promise<unknown[]> {
    const random = this.#random;
    const { rows } = await this.#direct.query<{ id: string }>(
      `select id from deposits where state = 'processing' order by id limit 6`,
    );
    if (rows.length === 0) return [];
    const id = Number(random.pick(rows).id);
    const inside = (): Promise<void> => Promise.resolve();
    const one = (): Promise<void> => {
      const operator = random.pick(OPERATORS);
      if (random.below(4) === 0) return depositReview.reject(id, operator, 'nothing came', inside);
      return depositReview.approve(id, operator, { transactionId: `statement ${id}`, sender: '' }, inside);
    };
    this.#counts.add('back office: decided on a deposit');
    return strange(await Promise.allSettled([one(), one()]));
  }
}

export interface BackOfficeOptions {
  readonly random: Random;
  readonly now: () => number;
  readonly counts: Counts;
}

/** What is no answer to somebody who decides. */
function strange(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap(result =>
    result.status === 'rejected' && !(result.reason instanceof CallFailure) ? [result.reason as unknown] : [],
  );
}
