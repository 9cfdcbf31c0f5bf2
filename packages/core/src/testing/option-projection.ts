import type { OptionEvent } from '../option/event.ts';
import type { OptionView } from '../option/terms.ts';

/** What somebody who sees only events knows about second options. Throws when an event breaks a rule. */
export class OptionProjection {
  /** Open options by id. */
  readonly open = new Map<number, OptionView>();
  /** `customer/currency` → minor units; zeros are left out. */
  readonly practice = new Map<string, bigint>();
  /** The newest version of each market's terms. */
  readonly #versions = new Map<number, number>();
  #reported = new Set<number>();
  #lastId = 0;

  /** Starts a new command: everything may be reported once again. */
  begin(): void {
    this.#reported = new Set();
  }

  take(event: OptionEvent): void {
    switch (event.type) {
      case 'optionTermsSet': {
        const { marketId, version } = event.terms;
        must(version === (this.#versions.get(marketId) ?? 0) + 1, 'terms skipped a version');
        this.#versions.set(marketId, version);
        break;
      }
      case 'optionChanged':
        this.#changed(event.option);
        break;
      case 'practiceChanged': {
        must(event.balanceMinor >= 0n, 'practice money fell below zero');
        const key = `${event.customerId}/${event.currencyId}`;
        if (event.balanceMinor === 0n) this.practice.delete(key);
        else this.practice.set(key, event.balanceMinor);
        break;
      }
    }
  }

  /** What `optionEscrow` must hold of a currency. */
  escrowMinor(currencyId: number): bigint {
    let sum = 0n;
    for (const option of this.open.values()) {
      if (!option.practice && option.currencyId === currencyId) sum += option.stakeMinor + option.profitMinor;
    }
    return sum;
  }

  #changed(option: OptionView): void {
    const { optionId, state } = option;
    must(!this.#reported.has(optionId), `option ${optionId} reported twice`);
    this.#reported.add(optionId);
    const before = this.open.get(optionId);
    if (state === 'pending') {
      must(optionId === ++this.#lastId, `option ${optionId} is out of line`);
      must(option.termsVersion === this.#versions.get(option.marketId), 'sold under old terms');
      must(option.profitMinor > 0n && option.entry === null && option.result === null, 'sold oddly');
      this.open.set(optionId, option);
      return;
    }
    must(before !== undefined, `option ${optionId} changed without being open`);
    const { state: _, entry: __, exit: ___, result, payoutMinor, settledAtMs: ____, ...bought } = option;
    for (const [field, value] of Object.entries(bought)) {
      const then = (before as unknown as Record<string, unknown>)[field];
      must(
        JSON.stringify(then, plain) === JSON.stringify(value, plain),
        `option ${optionId}: ${field} changed`,
      );
    }
    if (state === 'running') {
      must(before.state === 'pending' && option.entry !== null && result === null, 'entered oddly');
      must(option.entry.number > option.chainHead.number, 'entered at a tick that was there before');
      this.open.set(optionId, option);
      return;
    }
    must(result !== null && payoutMinor !== null, 'settled without a result');
    must(result === 'staleEntry' || before.state === 'running', 'settled without an entry');
    const isWin = result === option.direction;
    const due = isWin
      ? option.stakeMinor + option.profitMinor
      : result === 'rise' || result === 'fall'
        ? 0n
        : option.stakeMinor;
    must(payoutMinor === due, `option ${optionId} paid ${payoutMinor}, not ${due}`);
    this.open.delete(optionId);
  }
}

function plain(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
