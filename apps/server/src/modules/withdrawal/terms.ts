import type { Currency } from '@tallystick/core';
import { BANK } from '@tallystick/protocol/calls/deposit';
import type pg from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';
import { MEMO_NETWORKS } from '@tallystick/protocol/networks';
import type { Assets } from '../../chains/assets.ts';
import type { Network } from '../../chains/networks.ts';
import type { BankCards } from '../bank/cards.ts';
import type { CardFields } from '../bank/fields.ts';
import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { IdentityService } from '../identity/service.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Hold } from '../security/holds.ts';
import { listHoldings } from '../wallet/store.ts';
import type { AddressBook } from './addresses.ts';
import type { AuthoritySource } from '../security/authority.ts';
import type { WithdrawalService } from './service.ts';
import { withdrawable } from './hold-back.ts';
import { sentWithinMs } from './turnaround.ts';

export interface WithdrawalTermsOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get' | 'announced'>;
  readonly assets: Pick<Assets, 'networksOf' | 'contractOf'>;
  readonly identity: Pick<IdentityService, 'level'>;
  readonly security: AuthoritySource;
  readonly addresses: Pick<AddressBook, 'count'>;
  readonly cards: Pick<BankCards, 'list'>;
  readonly withdrawals: Pick<WithdrawalService, 'applicationsLeft'>;
  readonly now: () => number;
}

/** What a customer has to know before a withdrawal. Fees and minimums are the settings' decimals. */
export interface WithdrawalTerms {
  readonly currency: Currency;
  readonly availableMinor: bigint;
  readonly frozenMinor: bigint;
  /** None at the bank. */
  readonly networks: readonly NetworkTerms[];
  readonly bank: BankTerms | null;
  readonly announced: { readonly effectiveAtMs: number; readonly ways: readonly AnnouncedTerms[] } | null;
  readonly applicationsPerDay: number;
  readonly applicationsLeft: number;
  /** How long payouts take; null: too few to tell. */
  readonly sentWithinMs: number | null;
  readonly ready: {
    readonly verified: boolean;
    readonly fundPassword: boolean;
    readonly destination: boolean;
  };
  readonly twoFactor: boolean;
  readonly hold: Hold | null;
}

interface NetworkTerms {
  readonly network: Network;
  readonly minimum: string;
  readonly fee: string;
  readonly enabled: boolean;
  /** Its addresses are often shared, and need a memo then. */
  readonly hasMemo: boolean;
  /** Of the token that is meant; null: the chain's own coin, or none is published. */
  readonly contract: string | null;
}

interface BankTerms extends Pick<PlatformSettingValue<'bank'>, 'enabled' | 'currency' | 'rate'> {
  readonly minimum: string;
  readonly fee: string;
  /** The default first. */
  readonly cards: readonly {
    readonly id: number;
    readonly fields: CardFields;
    readonly label: string;
    /** Null: it can be used now. */
    readonly usableFromMs: number | null;
  }[];
}

/** Of a network, or of the bank by its name. */
export interface AnnouncedTerms {
  readonly of: Network | { readonly bankName: string };
  readonly fee: string;
  readonly minimum: string;
}

/** The terms of a withdrawal of the currency, or to the bank. Throws unknown_currency. */
export async function withdrawalTerms(
  options: WithdrawalTermsOptions,
  customerId: number,
  currencyId: number,
): Promise<WithdrawalTerms> {
  const { pool, units, settings, identity, security, addresses, withdrawals, now } = options;
  const toBank = currencyId === BANK;
  const currency = units.currency(toBank ? USDT : currencyId);
  const held = (await listHoldings(pool, customerId)).find(
    one => one.account === 'spot' && one.currencyId === currency.id,
  );
  const free = await withdrawable(pool, customerId, currency.id);
  const bank = toBank ? await bankTerms(options, customerId) : null;
  const hasAddress = (await addresses.count(customerId, currency.id)) > 0;
  return {
    currency,
    availableMinor: free.minor,
    frozenMinor: held?.frozenMinor ?? 0n,
    networks: toBank ? [] : networkTerms(options, currency),
    bank,
    announced: announcedTerms(options, currency, toBank),
    applicationsPerDay: settings.get('withdrawal_limits').per_day,
    applicationsLeft: await withdrawals.applicationsLeft(customerId),
    sentWithinMs: await sentWithinMs(
      pool,
      { channel: toBank ? 'bank' : 'chain', currencyId: currency.id },
      now(),
    ),
    ready: {
      verified: (await identity.level(customerId)) === 'advanced',
      fundPassword: (await security.fundPassword.state({ customerId, deviceId: null })).changedAtMs !== null,
      destination: bank === null ? hasAddress : bank.cards.length > 0,
    },
    twoFactor: (await security.twoFactor.since(customerId)) !== null,
    hold: await security.holds.current(customerId),
  };
}

type Ways = Pick<WithdrawalTermsOptions, 'settings' | 'assets'>;

function networkTerms({ settings, assets }: Ways, currency: Currency): NetworkTerms[] {
  const { items } = settings.get('withdrawal_limits');
  return assets.networksOf(currency.id).flatMap(network => {
    const way = items.find(one => one.currency_id === currency.id && one.network === network);
    if (way === undefined) return [];
    const { minimum, fee, enabled } = way;
    const contract = assets.contractOf(network, currency.id);
    return [{ network, minimum, fee, enabled, hasMemo: MEMO_NETWORKS.includes(network), contract }];
  });
}

/** Only the terms that will change. */
function announcedTerms(options: Ways, currency: Currency, toBank: boolean): WithdrawalTerms['announced'] {
  const { settings } = options;
  const later = toBank ? settings.announced('bank') : settings.announced('withdrawal_limits');
  if (later === null) return null;
  const ways =
    'items' in later.value
      ? announcedNetworks(options, currency, later.value.items)
      : announcedBank(settings, later.value);
  return ways.length === 0 ? null : { effectiveAtMs: later.effectiveAtMs, ways };
}

function announcedNetworks(
  options: Ways,
  currency: Currency,
  later: PlatformSettingValue<'withdrawal_limits'>['items'],
): AnnouncedTerms[] {
  return networkTerms(options, currency).flatMap(({ network, fee, minimum }) => {
    const way = later.find(one => one.currency_id === currency.id && one.network === network);
    if (way === undefined || (way.fee === fee && way.minimum === minimum)) return [];
    return [{ of: network, fee: way.fee, minimum: way.minimum }];
  });
}

function announcedBank(
  settings: WithdrawalTermsOptions['settings'],
  later: PlatformSettingValue<'bank'>,
): AnnouncedTerms[] {
  const now = settings.get('bank');
  const { withdrawal_fee: fee, withdrawal_minimum: minimum } = later;
  if (fee === now.withdrawal_fee && minimum === now.withdrawal_minimum) return [];
  return [{ of: { bankName: later.bank_name }, fee, minimum }];
}

async function bankTerms(
  { settings, cards, now }: WithdrawalTermsOptions,
  customerId: number,
): Promise<BankTerms> {
  const { enabled, currency, rate, withdrawal_minimum: minimum, withdrawal_fee: fee } = settings.get('bank');
  const saved = await cards.list(customerId);
  return {
    enabled,
    currency,
    rate,
    minimum,
    fee,
    cards: saved.map(({ id, fields, label, usableFromMs }) => ({
      id,
      fields,
      label,
      usableFromMs: usableFromMs > now() ? usableFromMs : null,
    })),
  };
}
