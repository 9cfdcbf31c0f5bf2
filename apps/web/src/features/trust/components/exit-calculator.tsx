import { useId, useMemo, useState } from 'react';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireTrustProduct } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDate, formatDecimal, signOf } from '#ui/format.ts';
import { RangeInput } from '#ui/range-input.tsx';
import { exitView, momentsOf } from '../model/exits.ts';
import { ExitCurve } from './exit-curve.tsx';
import styles from './exit-calculator.module.css';

/** Shows, before buying, the result of redeeming on a chosen day. */
export function ExitCalculator({
  product,
  principalMinor,
}: {
  readonly product: WireTrustProduct;
  readonly principalMinor: bigint;
}) {
  const { t } = useTranslation('trust');
  const id = useId();
  const total = product.cycle_days;
  const [chosen, setChosen] = useState(Math.floor(total / 2));
  const paidDays = Math.min(chosen, total);
  const view = exitView(product, principalMinor, paidDays);
  const code = product.currency.code;
  const results = useMemo(
    () => Array.from({ length: total + 1 }, (_, day) => exitView(product, principalMinor, day).result),
    [product, principalMinor, total],
  );
  const atMs = momentsOf(product, useServerNow(1_000)).paymentAtMs(paidDays);
  const sign = signOf(view.result) ?? 0;
  const word = sign > 0 ? 'exit.more' : sign < 0 ? 'exit.less' : 'exit.even';
  const amount = formatDecimal(view.result, { sign: 'never' });
  return (
    <Card className="stack-2">
      <div className={styles['head']}>
        <h2 className="bright text-14">{t('exit.title')}</h2>
        <span>
          {formatDecimal(formatMinor(principalMinor, product.currency.decimals))} {code}
        </span>
      </div>
      <ExitCurve results={results} chosen={paidDays} />
      <label className={styles['label']} htmlFor={id}>
        <span>{t('exit.slider')}</span>
        <b>{paidDays === 0 ? t('exit.after', { count: 0, total }) : formatDate(atMs, 'date')}</b>
      </label>
      <RangeInput
        id={id}
        max={total}
        value={paidDays}
        aria-valuetext={t('exit.after', { count: paidDays, total })}
        onChange={setChosen}
      />
      <div className={styles['ends']} aria-hidden="true">
        <span>{t('exit.after', { count: paidDays, total })}</span>
        <span>{t('exit.complete')}</span>
      </div>
      <output className={styles['result']}>
        <span className={styles['figure']}>
          {formatDecimal(view.total)} {code}
        </span>
        <span className={cx(styles['verdict'], sign < 0 ? 'down' : sign > 0 ? 'up' : undefined)}>
          {t(word, { amount, currency: code })}
        </span>
      </output>
      <KeyValues>
        <KeyValue label={t('exit.interest')}>
          {formatDecimal(view.interest, { sign: 'always' })} {code}
        </KeyValue>
        <KeyValue label={t('exit.penalty')}>
          {view.penalty === '0' ? '0' : `−${formatDecimal(view.penalty)}`} {code}
        </KeyValue>
        <KeyValue label={t('exit.returned')}>
          {formatDecimal(view.returned)} {code}
        </KeyValue>
      </KeyValues>
      <p className="note">{t('exit.rate', { percent: formatDecimal(product.penalty_percent) })}</p>
    </Card>
  );
}
