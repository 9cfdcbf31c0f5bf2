import type { Currency } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { PlatformSettingName, PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import { checkAddress } from '../../../chains/addresses/check-address.ts';
import { assetOn, tokensOn } from '../../../chains/networks.ts';
import { CallFailure } from '../../../http/call-failure.ts';

type Find = (currencyId: number) => Currency | null;
type Values = PlatformSettingValue<PlatformSettingName>;

/** As fine as amounts in settings are. */
const DECIMALS = 18;

/**
 * Refuses what a network cannot do: minimums below what its chain carries, tokens on chains without any. @throws
 * CallFailure below_minimum, invalid_input, address_invalid
 */
export function requireNetworkRules(name: PlatformSettingName, value: Values, currencyOf: Find): void {
  if (name === 'deposit_limits') requireDeposits(value as PlatformSettingValue<'deposit_limits'>, currencyOf);
  if (name === 'withdrawal_limits') {
    requireWithdrawals(value as PlatformSettingValue<'withdrawal_limits'>, currencyOf);
  }
  if (name === 'tokens') requireTokens(value as PlatformSettingValue<'tokens'>, currencyOf);
}

function requireDeposits({ items }: PlatformSettingValue<'deposit_limits'>, currencyOf: Find): void {
  for (const { currency_id: id, network, minimum } of items) {
    requireMinimum(minimum, assetOn(network, id)?.least ?? '0', '0', currencyOf(id));
  }
}

function requireWithdrawals({ items }: PlatformSettingValue<'withdrawal_limits'>, currencyOf: Find): void {
  for (const { currency_id: id, network, minimum, fee } of items) {
    requireMinimum(minimum, assetOn(network, id)?.least ?? '0', fee, currencyOf(id));
  }
}

/** What arrives after the fee is at least what the chain carries. */
function requireMinimum(minimum: string, least: string, fee: string, currency: Currency | null): void {
  const needed = exact(least) + exact(fee);
  if (exact(minimum) >= needed) return;
  throw new CallFailure('below_minimum', {
    field: 'minimum',
    minimum: formatMinor(needed, DECIMALS),
    currency: currency?.code ?? '',
  });
}

function requireTokens({ items }: PlatformSettingValue<'tokens'>, currencyOf: Find): void {
  for (const { currency_id: id, network, contract, chain_decimals: decimals } of items) {
    if (tokensOn(network) === null || assetOn(network, id) !== null) {
      throw new CallFailure('invalid_input', { field: 'network' });
    }
    if (decimals < (currencyOf(id)?.decimals ?? 0)) {
      throw new CallFailure('invalid_input', { field: 'chain_decimals' });
    }
    if (contract === '') continue;
    const check = checkAddress(network, contract);
    // A mint of Solana may be a program's account, and some contracts are known as such.
    const isContract = check.ok || ['address_is_contract', 'address_unsupported'].includes(check.code);
    if (!isContract) throw new CallFailure('address_invalid', { field: 'contract' });
  }
}

function exact(amount: string): bigint {
  return parseDecimal(amount, DECIMALS) ?? 0n;
}
