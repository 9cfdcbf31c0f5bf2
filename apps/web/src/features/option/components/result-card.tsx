import { Check, Equal, Minus, X } from 'lucide-react';
import { Link } from 'react-router';
import type { WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { formatAmount } from '#ui/format.ts';
import { formatMove } from '../model/index-price.ts';
import { verdictOf, type Verdict } from '../model/standing.ts';
import { PracticeMark } from './mode-switch.tsx';
import styles from './result-card.module.css';

/** The result of the stake in one sentence. */
export function useVerdictText(): (option: WireOption, verdict: Verdict) => string {
  const { t } = useTranslation('option');
  return (option, verdict) => {
    const amount = verdict === 'lose' ? option.stake : option.payout;
    return t(`result.${verdict}Text`, { amount: `${formatAmount(amount)} ${option.currency}` });
  };
}

/** A line from entry to exit, with one drawing animation. */
function Move({ verdict, move }: { readonly verdict: Verdict; readonly move: 'rise' | 'fall' | 'even' }) {
  const end = move === 'rise' ? 6 : move === 'fall' ? 30 : 18;
  return (
    <svg className={styles['move']} viewBox="0 0 64 36" aria-hidden="true" data-verdict={verdict}>
      <path className={styles['base']} d="M2 18H62" />
      <path className={styles['way']} pathLength={1} d={`M4 18C24 18 30 ${end} 58 ${end}`} />
      <circle className={styles['end']} cx="58" cy={end} r="3.4" />
    </svg>
  );
}

const ICONS = { win: Check, lose: Minus, even: Equal, refund: Equal } as const;

/**
 * A new result at the bottom of the page, until it is closed. It is animated once, and not at all if
 * reduced motion is set. Wins and losses have the same tone.
 */
export function ResultCard({
  results,
  onDismiss,
  detailHref,
}: {
  /** Not shown yet, oldest first. */
  readonly results: readonly WireOption[];
  readonly onDismiss: (optionId: number) => void;
  readonly detailHref: (optionId: number) => string;
}) {
  const { t } = useTranslation(['option', 'common']);
  const verdictText = useVerdictText();
  const option = results[0];
  const verdict = option && verdictOf(option);
  return (
    <output className={styles['holder']} data-shown={option !== undefined}>
      {option && verdict ? (
        <section
          key={option.option_id}
          className={styles['card']}
          data-verdict={verdict}
          data-option={option.option_id}
          aria-label={t('option:result.label')}
        >
          <Move
            verdict={verdict}
            move={option.result === 'rise' || option.result === 'fall' ? option.result : 'even'}
          />
          <div className="grow">
            <p className={styles['title']}>
              <Icon verdict={verdict} />
              {t(`option:result.${verdict}`)}
              {option.practice ? <PracticeMark /> : null}
            </p>
            <p className={styles['text']}>{verdictText(option, verdict)}</p>
            <p className="note break-anywhere">
              {option.symbol} · {t(`option:direction.${option.direction}`)}
            </p>
            {option.entry && option.exit ? (
              <p className={cx('note break-anywhere', styles['path'])}>
                {t('option:result.path', formatMove(option.entry.price, option.exit.price))}
              </p>
            ) : null}
            <div className={styles['ways']}>
              <Link to={detailHref(option.option_id)} className="text-link">
                {t('option:result.check')}
              </Link>
              {results.length > 1 ? (
                <span className="note break-anywhere">
                  {t('option:result.moreResults', { count: results.length - 1 })}
                </span>
              ) : null}
            </div>
          </div>
          <IconButton label={t('option:result.dismiss')} onClick={() => onDismiss(option.option_id)}>
            <X size={18} />
          </IconButton>
        </section>
      ) : null}
    </output>
  );
}

function Icon({ verdict }: { readonly verdict: Verdict }) {
  const Sign = ICONS[verdict];
  return <Sign size={18} strokeWidth={2.4} aria-hidden="true" className={styles[verdict]} />;
}
