import styles from './coin-icon.module.css';
import { coinColour, INK, isWellKnown, madeMark, plateOf } from './coin-mark.ts';
import marks from './coin-marks.svg';

interface IconProps {
  readonly symbol: string;
  readonly size: number;
}

/** A well-known coin's mark on a disc of its colour, which is there before the picture is. */
function KnownMark({ symbol, size }: IconProps) {
  return (
    <img
      className={styles['disc']}
      src={`${marks}#${symbol}`}
      width={size}
      height={size}
      style={{ background: coinColour(symbol) }}
      alt=""
      draggable="false"
    />
  );
}

function MadeMark({ symbol, size }: IconProps) {
  const mark = madeMark(symbol);
  const colour = coinColour(symbol);
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        d={plateOf(mark)}
        fill={mark.isInverse ? INK : colour}
        stroke={colour}
        strokeWidth={mark.isInverse ? 2 : 4}
        strokeLinejoin="round"
      />
      <text
        className={styles['letters']}
        x="16"
        y="16"
        dy="0.36em"
        textAnchor="middle"
        fill={mark.isInverse ? colour : INK}
        {...(/[MW]/.test(mark.letters) ? { textLength: 19, lengthAdjust: 'spacingAndGlyphs' } : {})}
      >
        {mark.letters}
      </text>
    </svg>
  );
}

/** A coin's mark. Decorative: the symbol is always beside it. */
export function CoinIcon({ symbol, size = 34 }: { readonly symbol: string; readonly size?: number }) {
  return isWellKnown(symbol) ? (
    <KnownMark symbol={symbol} size={size} />
  ) : (
    <MadeMark symbol={symbol} size={size} />
  );
}
