/** Ids of the currencies named in rules and chains; operators list all others. */
export const BTC = 1;
export const ETH = 2;
export const USDT = 3;
