import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { convertWorth, valuationIn, type Valuation } from '#lib/valuation.ts';
import { useValuation } from '#realtime/use-valuation.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDecimal, formatPercent, signOf } from '#ui/format.ts';
import { RateNote } from '#ui/rate-note.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { Skeleton } from '#ui/states.tsx';
import { Worth } from '#ui/worth.tsx';
import { worthText } from '#ui/worth-text.ts';
import type { DayChange } from '../model/wallet.ts';
import styles from './total.module.css';

/** Hides or shows all amounts in the app. */
export function EyeButton() {
  const { t } = useTranslation('common');
  const { hideBalances } = useSettings();
  return (
    <IconButton
      label={hideBalances ? t('amount.show') : t('amount.hide')}
      aria-pressed={hideBalances}
      className={styles['eye']}
      onClick={() => changeSettings({ hideBalances: !hideBalances })}
    >
      {hideBalances ? <EyeOff size={16} /> : <Eye size={16} />}
    </IconButton>
  );
}

/** The change is one of the worth in USDT; a state's currency shows it converted. */
function Change({
  change,
  valuation,
  masked,
}: {
  readonly change: DayChange | undefined;
  readonly valuation: Valuation;
  readonly masked: boolean;
}) {
  const { t } = useTranslation('wallet');
  if (!change) {
    return (
      <span className={styles['quiet']} title={t('total.todayUnknown')}>
        — {t('total.today')}
      </span>
    );
  }
  const sign = signOf(change.amount);
  const { code, decimals } = valuation.base === 'USDT' ? valuation : valuationIn('USDT', null);
  const amount = formatDecimal(convertWorth(change.amount, valuation), {
    decimals,
    minDecimals: decimals,
    sign: 'always',
  });
  return (
    <span>
      <span className={sign === 1 ? 'up' : sign === -1 ? 'down' : undefined}>
        {masked ? '••••' : amount}
        {code === valuation.code ? null : ` ${code}`}
        {change.percent === null ? null : ` (${formatPercent(change.percent)})`}
      </span>{' '}
      <span className={styles['quiet']}>{t('total.today')}</span>
    </span>
  );
}

/** The drawing has the colour of the change next to it, which also includes coins the drawing leaves out. */
const TONES = { [-1]: 'down', 0: 'accent', 1: 'up' } as const;

export interface TotalProps {
  readonly label: string;
  readonly usdt: string | null | undefined;
  readonly btc: string | null | undefined;
  /** Undefined if the day's change is not shown. */
  readonly change?: DayChange | undefined;
  readonly showChange?: boolean;
  /** The worth over the last day, oldest first. */
  readonly shape?: readonly string[];
  readonly pending: boolean;
  readonly onChooseValuation?: (() => void) | undefined;
}

/** Characters of the large size that fit next to the currency on the narrowest phone. */
const LONG = 12;

/** The total in the chosen currency, with a second one below, and how old the rate is. */
export function Total({
  label,
  usdt,
  btc,
  change,
  showChange,
  shape,
  pending,
  onChooseValuation,
}: TotalProps) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const valuation = useValuation();
  const { code, base } = valuation;
  const other = valuationIn(code === 'USDT' ? 'BTC' : 'USDT', null);
  const main = base === 'USDT' ? usdt : btc;
  const text = hideBalances ? '••••••' : worthText(main, valuation);
  const second = other.base === 'USDT' ? usdt : btc;
  return (
    <section className={styles['total']} aria-label={label}>
      <div className="grow">
        <div className={styles['label']}>
          {label}
          <EyeButton />
        </div>
        <div className={styles['main']}>
          {pending ? (
            <Skeleton width={188} height={30} radius={8} />
          ) : (
            <span className={cx(styles['number'], text.length > LONG && styles['long'])}>{text}</span>
          )}
          {onChooseValuation ? (
            <button
              type="button"
              className={styles['valuation']}
              aria-label={t('total.valuation', { currency: code })}
              onClick={onChooseValuation}
            >
              {code}
              <ChevronDown size={14} aria-hidden="true" />
            </button>
          ) : (
            <span className={styles['unit']}>{code}</span>
          )}
        </div>
        <div className={styles['second']}>
          {pending ? (
            <Skeleton width={140} height={12} />
          ) : (
            <Worth className={styles['quiet']} value={second} valuation={other} masked={hideBalances} />
          )}
        </div>
        {showChange ? (
          <div className={styles['second']}>
            {pending ? (
              <Skeleton width={110} height={12} />
            ) : (
              <Change change={change} valuation={valuation} masked={hideBalances} />
            )}
          </div>
        ) : null}
        {pending ? null : (
          <div className={styles['rate']}>
            <RateNote valuation={valuation} />
          </div>
        )}
      </div>
      {shape && !hideBalances ? (
        <div className={styles['shape']}>
          <Sparkline points={shape} width={104} height={44} tone={TONES[signOf(change?.amount) ?? 0]} />
        </div>
      ) : null}
    </section>
  );
}
