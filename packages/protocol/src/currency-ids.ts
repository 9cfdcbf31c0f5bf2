/** Ids of the currencies named in rules and chains; operators list all others. */
export const BTC = 1;
export const ETH = 2;
export const USDT = 3;
export const BNB = 4;
export const SOL = 5;
export const XRP = 6;
export const DOGE = 7;
export const ADA = 8;
