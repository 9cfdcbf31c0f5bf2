import type { WireSavedAddress } from '@tallystick/protocol';
import type { WithdrawInfo } from '../../api/withdrawal.ts';

export const NOW_MS = 1_700_000_000_000;

/** A customer who may withdraw 1,000 USDT at once. */
export function exampleInfo(change: Partial<WithdrawInfo> = {}): WithdrawInfo {
  return {
    currency: 'USDT',
    decimals: 6,
    available: '1000',
    frozen: '0',
    announced: null,
    networks: [
      {
        network: 'TRC20',
        name: 'TRON (TRC20)',
        minimum: '10',
        fee: '1',
        enabled: true,
        has_memo: false,
        contract: null,
      },
      {
        network: 'ERC20',
        name: 'Ethereum (ERC20)',
        minimum: '20',
        fee: '5',
        enabled: true,
        has_memo: false,
        contract: null,
      },
      {
        network: 'OMNI',
        name: 'Bitcoin (Omni)',
        minimum: '50',
        fee: '10',
        enabled: false,
        has_memo: false,
        contract: null,
      },
    ],
    bank: null,
    sent_within_ms: null,
    daily: { applications_per_day: 3, applications_left: 2 },
    ready: { verified: true, fund_password: true, destination: true },
    two_factor: false,
    hold: null,
    ...change,
  };
}

export function exampleBank(change: Partial<NonNullable<WithdrawInfo['bank']>> = {}): WithdrawInfo {
  return exampleInfo({
    announced: null,
    networks: [],
    bank: {
      enabled: true,
      currency: 'USD',
      rate: '0.98',
      minimum: '50',
      fee: '2',
      cards: [{ card_id: 1, name: 'Bank •••• 1234', label: '', usable_from_ms: null }],
      ...change,
    },
  });
}

export function exampleAddress(change: Partial<WireSavedAddress> = {}): WireSavedAddress {
  return {
    address_id: 1,
    currency_id: 3,
    currency: 'USDT',
    network: 'TRC20',
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    memo: null,
    label: 'Cold wallet',
    explorer_url: 'https://example.org',
    usable_from_ms: null,
    created_at_ms: NOW_MS - 1,
    ...change,
  };
}
