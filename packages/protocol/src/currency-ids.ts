/** Ids of the currencies that rules and chains name; all others are what operators list. */
export const BTC = 1;
export const ETH = 2;
export const USDT = 3;
