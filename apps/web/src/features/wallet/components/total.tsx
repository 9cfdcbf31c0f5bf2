import { ChevronDown, Eye, EyeOff } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDecimal, formatPercent, signOf } from '#ui/format.ts';
import { Sparkline } from '#ui/sparkline.tsx';
import { Skeleton } from '#ui/states.tsx';
import type { DayChange, ValuationCode } from '../model/wallet.ts';
import { worthText } from '../model/worth-text.ts';
import styles from './total.module.css';
import { Worth } from './worth.tsx';

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

function Change({ change, masked }: { readonly change: DayChange | undefined; readonly masked: boolean }) {
  const { t } = useTranslation('wallet');
  if (!change) {
    return (
      <span className={styles['quiet']} title={t('total.todayUnknown')}>
        — {t('total.today')}
      </span>
    );
  }
  const sign = signOf(change.amount);
  const amount = formatDecimal(change.amount, { decimals: 2, minDecimals: 2, sign: 'always' });
  return (
    <span>
      <span className={sign === 1 ? 'up' : sign === -1 ? 'down' : undefined}>
        {masked ? '••••' : amount}
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

/** The total in the chosen currency, with the other currency below. */
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
  const { valuation, hideBalances } = useSettings();
  const other: ValuationCode = valuation === 'USDT' ? 'BTC' : 'USDT';
  const main = valuation === 'USDT' ? usdt : btc;
  const text = hideBalances ? '••••••' : worthText(main, valuation);
  const second = valuation === 'USDT' ? btc : usdt;
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
              aria-label={t('total.valuation', { currency: valuation })}
              onClick={onChooseValuation}
            >
              {valuation}
              <ChevronDown size={14} aria-hidden="true" />
            </button>
          ) : (
            <span className={styles['unit']}>{valuation}</span>
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
              <Change change={change} masked={hideBalances} />
            )}
          </div>
        ) : null}
      </div>
      {shape && !hideBalances ? (
        <div className={styles['shape']}>
          <Sparkline points={shape} width={104} height={44} tone={TONES[signOf(change?.amount) ?? 0]} />
        </div>
      ) : null}
    </section>
  );
}
