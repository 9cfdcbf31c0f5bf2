import { useTranslation } from '#i18n/use-translation.ts';
import type { WireRate } from '@tallystick/protocol/wire';
import { isOldRate, type Valuation } from '#lib/valuation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { cx } from './class-names.ts';
import { formatAge } from './format-time.ts';
import styles from './rate-note.module.css';

/** How old a rate is, and plainly if it is too old or made up. */
export function RateAge({ rate }: { readonly rate: WireRate }) {
  const { t } = useTranslation('display');
  const nowMs = useServerNow(1_000);
  const isOld = isOldRate(rate, nowMs);
  const key = isOld ? 'old' : rate.demo ? 'demo' : 'rate';
  return (
    <span className={cx(styles['note'], isOld && styles['old'])} data-testid="rate-age" data-old={isOld}>
      {t(`valuation.${key}`, { age: formatAge(rate.at_ms, nowMs) })}
    </span>
  );
}

/** What is to be said of worths as they are shown; nothing while they need no rate. */
export function RateNote({ valuation }: { readonly valuation: Valuation }) {
  const { t } = useTranslation('display');
  const { rate, missing, code } = valuation;
  if (missing !== null) {
    return (
      <span className={cx(styles['note'], styles['old'])} data-testid="rate-missing">
        {t('valuation.missing', { currency: missing, shown: code })}
      </span>
    );
  }
  return rate === null ? null : <RateAge rate={rate} />;
}
