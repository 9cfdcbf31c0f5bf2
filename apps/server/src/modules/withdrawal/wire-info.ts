import type { Currency } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput } from '@tallystick/protocol';
import { BANK } from '@tallystick/protocol/calls/deposit';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import { NETWORKS, networksOf } from '../../chains/networks.ts';
import type { BankCards } from '../bank/cards.ts';
import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { wireHold } from '../security/wire.ts';
import { listHoldings } from '../wallet/store.ts';
import type { AddressBook } from './addresses.ts';
import type { AuthoritySource } from '../security/authority.ts';
import { maskNumber } from '../bank/destination.ts';
import type { WithdrawalService } from './service.ts';
import { withdrawable } from './hold-back.ts';
import { sentWithinMs } from './turnaround.ts';

export interface WithdrawalInfoOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get' | 'announced'>;
  readonly identity: Pick<IdentityService, 'level'>;
  readonly security: AuthoritySource;
  readonly addresses: Pick<AddressBook, 'count'>;
  readonly cards: Pick<BankCards, 'find'>;
  readonly withdrawals: Pick<WithdrawalService, 'applicationsLeft'>;
  readonly now: () => number;
}

type Info = CallOutput<'POST wallet/get_info'>;

/** `wallet/get_info`: the terms of a withdrawal. Throws unknown_currency. */
export async function withdrawalInfo(
  options: WithdrawalInfoOptions,
  customerId: number,
  currencyId: number,
): Promise<Info> {
  const { pool, units, settings, identity, security, addresses, withdrawals, now } = options;
  const toBank = currencyId === BANK;
  const currency = units.currency(toBank ? USDT : currencyId);
  const held = (await listHoldings(pool, customerId)).find(
    one => one.account === 'spot' && one.currencyId === currency.id,
  );
  const free = await withdrawable(pool, customerId, currency.id);
  const bank = toBank ? await bankInfo(options, customerId) : null;
  const hasAddress = (await addresses.count(customerId, currency.id)) > 0;
  return {
    currency: currency.code,
    decimals: currency.decimals,
    available: formatMinor(free.minor, currency.decimals),
    frozen: formatMinor(held?.frozenMinor ?? 0n, currency.decimals),
    networks: toBank ? [] : networksInfo(settings, currency),
    bank,
    announced: announcedOf(settings, currency, toBank),
    daily: {
      applications_per_day: settings.get('withdrawal_limits').per_day,
      applications_left: await withdrawals.applicationsLeft(customerId),
    },
    sent_within_ms: await sentWithinMs(
      pool,
      { channel: toBank ? 'bank' : 'chain', currencyId: currency.id },
      now(),
    ),
    ready: {
      verified: (await identity.level(customerId)) === 'advanced',
      fund_password: (await security.fundPassword.state({ customerId, deviceId: null })).changedAtMs !== null,
      destination: bank === null ? hasAddress : bank.card !== null,
    },
    two_factor: (await security.twoFactor.since(customerId)) !== null,
    hold: wireHold(await security.holds.current(customerId)),
  };
}

function networksInfo(settings: Pick<PlatformSettings, 'get'>, currency: Currency): Info['networks'] {
  const { items } = settings.get('withdrawal_limits');
  return networksOf(currency.id).flatMap(network => {
    const way = items.find(one => one.currency_id === currency.id && one.network === network);
    if (way === undefined) return [];
    const { minimum, fee, enabled } = way;
    return [{ network, name: NETWORKS[network].name, minimum, fee, enabled }];
  });
}

/** Only the terms that will change. */
function announcedOf(
  settings: WithdrawalInfoOptions['settings'],
  currency: Currency,
  toBank: boolean,
): Info['announced'] {
  const later = toBank ? settings.announced('bank') : settings.announced('withdrawal_limits');
  if (later === null) return null;
  const ways =
    'items' in later.value
      ? announcedNetworks(settings, currency, later.value.items)
      : announcedBank(settings, later.value);
  return ways.length === 0 ? null : { effective_at_ms: later.effectiveAtMs, ways };
}

type Way = NonNullable<Info['announced']>['ways'][number];

function announcedNetworks(
  settings: WithdrawalInfoOptions['settings'],
  currency: Currency,
  later: PlatformSettingValue<'withdrawal_limits'>['items'],
): Way[] {
  return networksInfo(settings, currency).flatMap(({ network, name, fee, minimum }) => {
    const way = later.find(one => one.currency_id === currency.id && one.network === network);
    if (way === undefined || (way.fee === fee && way.minimum === minimum)) return [];
    return [{ name, fee: way.fee, minimum: way.minimum }];
  });
}

function announcedBank(
  settings: WithdrawalInfoOptions['settings'],
  later: PlatformSettingValue<'bank'>,
): Way[] {
  const now = settings.get('bank');
  const { withdrawal_fee: fee, withdrawal_minimum: minimum } = later;
  if (fee === now.withdrawal_fee && minimum === now.withdrawal_minimum) return [];
  return [{ name: later.bank_name, fee, minimum }];
}

async function bankInfo(
  { settings, cards, now }: WithdrawalInfoOptions,
  customerId: number,
): Promise<NonNullable<Info['bank']>> {
  const bank = settings.get('bank');
  const card = await cards.find(customerId);
  return {
    enabled: bank.enabled,
    currency: bank.currency,
    rate: bank.rate,
    minimum: bank.withdrawal_minimum,
    fee: bank.withdrawal_fee,
    card: card === null ? null : `${card.fields.bank_name} ${maskNumber(card.fields.card_number)}`,
    card_usable_from_ms: card !== null && card.usableFromMs > now() ? card.usableFromMs : null,
  };
}
