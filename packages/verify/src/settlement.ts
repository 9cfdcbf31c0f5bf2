import { formatMinor } from '@tallystick/core/money/decimal';
import { settleOption, type Settlement } from '@tallystick/core/option/settlement';
import { writtenPrice } from './amounts.ts';
import { checkTick } from './log-checks.ts';
import type { LoggedTick } from './price-log.ts';
import { termsOf, type OptionReceipt, type ReceiptResult, type ReceiptTick } from './receipt.ts';
import type { Findings } from './report.ts';

export type DerivedTick = { readonly number: number; readonly marketId: number; readonly priceE8: number } & {
  readonly atMs: number;
  readonly logged: LoggedTick;
};

/** Settles an option with the same function as the exchange. `ticks` are the log's, of all markets. */
export function replayOption(receipt: OptionReceipt, ticks: readonly LoggedTick[]): Settlement<DerivedTick> {
  return settleOption<DerivedTick>(
    termsOf(receipt),
    ticks.map(logged => {
      const { number, market_id: marketId, price_e8: priceE8, at_ms: atMs } = logged;
      return { number, marketId, priceE8, atMs, logged };
    }),
  );
}

/** Entry, exit, result and payout: recomputed from the ticks, and as the receipt claims them. */
export function checkSettlement(
  findings: Findings,
  receipt: OptionReceipt,
  ticks: readonly LoggedTick[],
): void {
  if (findings.failed('head', 'chain', 'terms') || receipt.result === null) return;
  const settlement = replayOption(receipt, ticks);
  checkEnd(findings, 'entry', settlement.entry, receipt.entry);
  checkEnd(findings, 'exit', settlement.exit, receipt.exit);
  const result = wireResult(settlement.result);
  const prices = {
    entry: settlement.entry === null ? '' : writtenPrice(settlement.entry.priceE8),
    exit: settlement.exit === null ? '' : writtenPrice(settlement.exit.priceE8),
  };
  const { direction } = receipt;
  const outcome = { result, outcome: outcomeOf(receipt, settlement), direction, ...prices };
  if (result === receipt.result) findings.pass('result', outcome);
  else findings.fail('result', 'other_result', { ...outcome, claimed: receipt.result });
  const payout = {
    payout: amountOf(receipt, String(settlement.payoutMinor)),
    stake: amountOf(receipt, receipt.stake_minor),
    rate: formatMinor(BigInt(receipt.payout_ppm), 6),
    currency: receipt.currency,
    outcome: outcome.outcome,
  };
  if (receipt.payout_minor === String(settlement.payoutMinor)) findings.pass('payout', payout);
  else {
    const claimed = receipt.payout_minor === null ? '' : amountOf(receipt, receipt.payout_minor);
    findings.fail('payout', 'other_payout', { ...payout, claimed });
  }
}

function checkEnd(
  findings: Findings,
  id: 'entry' | 'exit',
  derived: DerivedTick | null,
  claimed: ReceiptTick | null,
): void {
  const problem = id === 'entry' ? 'other_entry' : 'other_exit';
  if (derived === null || claimed === null) {
    // No fresh tick came, so the receipt must not claim one.
    if (derived === null && claimed === null) findings.pass(id, { number: 0 });
    else findings.fail(id, problem, { number: derived?.number ?? 0, claimed: claimed?.number ?? 0 });
    return;
  }
  const { logged } = derived;
  const isSame =
    logged.number === claimed.number &&
    logged.price_e8 === claimed.price_e8 &&
    logged.at_ms === claimed.at_ms &&
    logged.hash === claimed.hash;
  checkTick(findings, id, logged, isSame ? null : { problem, claimed: claimed.number });
}

function wireResult(result: Settlement['result']): ReceiptResult {
  if (result === 'staleEntry') return 'stale_entry';
  return result === 'staleExit' ? 'stale_exit' : result;
}

function outcomeOf(receipt: OptionReceipt, { payoutMinor }: Settlement): 'won' | 'lost' | 'refunded' {
  if (payoutMinor === 0n) return 'lost';
  return payoutMinor === BigInt(receipt.stake_minor) ? 'refunded' : 'won';
}

export function amountOf({ decimals }: OptionReceipt, minor: string): string {
  return formatMinor(BigInt(minor), decimals);
}
