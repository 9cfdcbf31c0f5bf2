import type { FiatCode } from '@tallystick/protocol/fiat';

/** The currencies the server values a wallet in. */
export type ValuationBase = 'USDT' | 'BTC';

/** What totals can be shown in. */
export type ValuationCode = ValuationBase | FiatCode;
