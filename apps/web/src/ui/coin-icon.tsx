import styles from './coin-icon.module.css';

/** Colours of well-known coins; others get one computed from their letters. */
const known: Readonly<Record<string, string>> = {
  BTC: '#f7a23b',
  ETH: '#8aa4ff',
  USDT: '#3fc7a0',
  BNB: '#f0c33c',
  SOL: '#b98cff',
  XRP: '#7fd6ff',
  DOGE: '#d9b75f',
  ADA: '#6f9bff',
};

/** A coin's colour everywhere in the app. */
export function coinColour(symbol: string): string {
  const listed = known[symbol];
  if (listed) return listed;
  let hash = 7;
  for (const letter of symbol) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return `hsl(${hash} 70% 72%)`;
}

/** A coloured disc with the coin's first letter. Decorative: the symbol is always beside it. */
export function CoinIcon({ symbol, size = 34 }: { symbol: string; size?: number }) {
  const colour = coinColour(symbol);
  return (
    <span
      className={styles['coin']}
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.4),
        color: colour,
        background: `color-mix(in srgb, ${colour} 16%, transparent)`,
      }}
    >
      {symbol.charAt(0)}
    </span>
  );
}
