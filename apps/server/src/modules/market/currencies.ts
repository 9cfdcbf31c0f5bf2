import type { Currency } from '@tallystick/core';
import type { WireCurrency } from '@tallystick/protocol';

/** Full names, and the decimals a balance usually shows; the ledger's own decimals are finer. */
const SHOWN: Readonly<Record<string, { readonly name: string; readonly display: number }>> = {
  BTC: { name: 'Bitcoin', display: 6 },
  ETH: { name: 'Ethereum', display: 5 },
  USDT: { name: 'Tether USD', display: 2 },
  BNB: { name: 'BNB', display: 4 },
  SOL: { name: 'Solana', display: 4 },
  XRP: { name: 'XRP', display: 2 },
  DOGE: { name: 'Dogecoin', display: 2 },
  ADA: { name: 'Cardano', display: 2 },
};

export function wireCurrency(currency: Currency): WireCurrency {
  const shown = SHOWN[currency.code];
  return {
    id: currency.id,
    code: currency.code,
    name: currency.name ?? shown?.name ?? currency.code,
    decimals: currency.decimals,
    display_decimals: Math.min(shown?.display ?? currency.decimals, currency.decimals),
  };
}
