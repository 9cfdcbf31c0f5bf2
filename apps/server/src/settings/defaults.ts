import type { PlatformSettingName, PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import type { z } from 'zod';
import type { network } from '@tallystick/protocol/networks';
import { ADA, BNB, BTC, DOGE, ETH, SOL, USDT, XRP } from '@tallystick/protocol/currency-ids';

type Values = { readonly [Name in PlatformSettingName]: PlatformSettingValue<Name> };

/**
 * The settings until operators change them. In demo everything is open, so that it can be tried; live starts with what
 * has been configured, and with second options off.
 */
export function defaultSettings(mode: 'demo' | 'live'): Values {
  const demo = mode === 'demo';
  return {
    deposit_limits: {
      items: [
        deposit(USDT, 'TRC20', '10', 20, '5000'),
        deposit(USDT, 'ERC20', '10', 12, '5000'),
        deposit(USDT, 'OMNI', '50', 3, '5000'),
        deposit(BTC, 'OMNI', '0.0005', 3, '0.1'),
        deposit(ETH, 'ERC20', '0.01', 12, '2'),
        deposit(BNB, 'BEP20', '0.01', 15, '8'),
        deposit(SOL, 'SOL', '0.05', 32, '30'),
        deposit(XRP, 'XRP', '10', 1, '2000'),
        deposit(DOGE, 'DOGE', '20', 60, '25000'),
        deposit(ADA, 'ADA', '5', 30, '8000'),
      ],
    },
    withdrawal_limits: {
      items: [
        withdrawal(USDT, 'TRC20', '20', '1', '5000'),
        withdrawal(USDT, 'ERC20', '50', '5', '5000'),
        withdrawal(USDT, 'OMNI', '100', '10', '5000'),
        withdrawal(BTC, 'OMNI', '0.001', '0.0003', '0.1'),
        withdrawal(ETH, 'ERC20', '0.02', '0.003', '2'),
        withdrawal(BNB, 'BEP20', '0.02', '0.001', '8'),
        withdrawal(SOL, 'SOL', '0.1', '0.01', '30'),
        withdrawal(XRP, 'XRP', '20', '0.25', '2000'),
        withdrawal(DOGE, 'DOGE', '50', '4', '25000'),
        withdrawal(ADA, 'ADA', '10', '1', '8000'),
      ],
      per_day: 3,
      // So that the demo's deposits and withdrawals can be followed to their end in one session.
      address_cooling_hours: demo ? 0 : 24,
      security_hold_hours: 24,
    },
    tokens: { items: [] },
    bank: {
      enabled: demo,
      holder: demo ? 'Tallystick Demo Ltd' : '',
      bank_name: demo ? 'Demo Bank' : '',
      account_number: demo ? '0000 1111 2222 3333' : '',
      swift: demo ? 'DEMOXX00' : '',
      note: demo ? 'This is a demo: please do not transfer real money.' : '',
      currency: 'USD',
      rate: '1',
      minimum: '50',
      deposit_two_person_limit: '5000',
      withdrawal_minimum: '50',
      withdrawal_fee: '2',
      withdrawal_two_person_limit: '5000',
    },
    products: {
      spot: true,
      perpetual: true,
      option: demo,
      trust: true,
      launch: true,
      deposit: true,
      withdrawal: true,
      option_notice_acknowledged: demo,
    },
    maintenance: { on: false, reason: '' },
    corrections: {
      items: [
        { currency_id: USDT, daily: '5000', per_customer: '1000' },
        { currency_id: BTC, daily: '0.05', per_customer: '0.01' },
        { currency_id: ETH, daily: '2', per_customer: '0.4' },
      ],
      objection_hours: 72,
    },
    terms: { notice_hours: 24 },
    support: { external_chat_url: '', chat_hours: '', chat_time_zone: 'UTC' },
    alerts: {
      stale_index_seconds: 60,
      queue_length: 50,
      queue_age_minutes: 240,
      treasury_cover_percent: 20,
      insurance_cover_percent: 2,
      withdrawal_minutes: 180,
    },
    custody: {
      items: [
        custody(ETH, 'ERC20', '0.05', '20', '50', '0.01'),
        custody(USDT, 'ERC20', '50', '50000', '150000', '0'),
        custody(BNB, 'BEP20', '0.05', '60', '150', '0.005'),
        custody(BTC, 'OMNI', '0.001', '1', '3', '0.002'),
        custody(XRP, 'XRP', '0', '50000', '150000', '0.001'),
      ],
      stuck_minutes: 30,
    },
    compliance: {
      // Where the FATF calls for counter-measures or special care.
      refused_countries: 'IR, KP, MM',
      minimum_age: 18,
      reporting_amount: '10000',
      structuring_percent: 70,
      structuring_count: 3,
      structuring_hours: 72,
      velocity_amount: '100000',
      velocity_count: 20,
      rapid_percent: 90,
      rapid_hours: 24,
      rapid_minimum: '5000',
      dormant_days: 180,
      dormant_minimum: '5000',
      // In a demo nobody has documents to send.
      funds_from: demo ? '0' : '50000',
      retention_years: 5,
    },
  };
}

type Network = z.output<typeof network>;

function deposit(
  currencyId: number,
  network: Network,
  minimum: string,
  confirmations: number,
  twoPersonLimit: string,
) {
  return {
    currency_id: currencyId,
    network,
    enabled: true,
    minimum,
    confirmations,
    two_person_limit: twoPersonLimit,
  };
}

function withdrawal(
  currencyId: number,
  network: Network,
  minimum: string,
  fee: string,
  twoPersonLimit: string,
) {
  return { currency_id: currencyId, network, enabled: true, minimum, fee, two_person_limit: twoPersonLimit };
}

function custody(
  currencyId: number,
  network: Network,
  sweepMinimum: string,
  hotTarget: string,
  hotMaximum: string,
  feeCeiling: string,
) {
  return {
    currency_id: currencyId,
    network,
    sweep_minimum: sweepMinimum,
    hot_target: hotTarget,
    hot_maximum: hotMaximum,
    fee_ceiling: feeCeiling,
  };
}
