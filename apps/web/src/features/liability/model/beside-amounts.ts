import type { CallOutput } from '@tallystick/protocol';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';

export interface BesideAmount {
  readonly name: 'pending_deposits' | 'unrealised_profit';
  readonly currency: string;
  /** Decimal, with its sign. */
  readonly amount: string;
}

/** More than any currency has. */
const DECIMALS = 18;

/** What is the customer's perhaps and in no balance: deposits that arrive or are reviewed, results of open positions. */
export function ownBeside(
  wallet: Pick<CallOutput<'POST wallet/list'>, 'unrealised_usdt'>,
  { items, arriving }: Pick<CallOutput<'GET charge_mention/log2'>, 'items' | 'arriving'>,
): BesideAmount[] {
  const sums = new Map<string, bigint>();
  const pending = [
    ...items.filter(({ state }) => state === 'processing'),
    // Those too small are never booked.
    ...arriving.filter(({ state }) => state === 'confirming'),
  ];
  for (const { currency, amount } of pending) {
    sums.set(currency, (sums.get(currency) ?? 0n) + (parseDecimal(amount, DECIMALS) ?? 0n));
  }
  const result = parseDecimal(wallet.unrealised_usdt ?? '0', DECIMALS, { signed: true }) ?? 0n;
  return [
    ...[...sums].map(([currency, minor]) => ({
      name: 'pending_deposits' as const,
      currency,
      amount: formatMinor(minor, DECIMALS),
    })),
    ...(result === 0n
      ? []
      : [
          {
            name: 'unrealised_profit' as const,
            currency: 'USDT',
            amount: formatMinor(result, DECIMALS),
          },
        ]),
  ];
}
