import { useState } from 'react';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WireTrustProduct } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDecimal, signOf } from '#ui/format.ts';
import { Chips } from '#ui/segmented.tsx';
import { exitView, sampleDays } from '../model/exits.ts';
import styles from './rule-figures.module.css';

/** Ten times the minimum: a round amount in any currency. */
const TIMES_MINIMUM = 10n;

/** The rules in figures: the result of an amount on some days of a real product. */
export function RuleFigures({ products }: { readonly products: readonly WireTrustProduct[] }) {
  const { t } = useTranslation('trust');
  const [chosen, setChosen] = useState(String(products[0]?.product_id ?? ''));
  const product = products.find(({ product_id: id }) => String(id) === chosen) ?? products[0];
  if (!product) return null;
  const { currency, cycle_days: days } = product;
  const minimumMinor = parseDecimal(product.minimum, currency.decimals) ?? 0n;
  const principalMinor = minimumMinor * TIMES_MINIMUM;
  const amount = exitView(product, principalMinor, days).returned;
  return (
    <Card className="stack-3 cols-1">
      <Chips
        label={t('rules.product')}
        value={String(product.product_id)}
        choices={products.map(one => ({
          value: String(one.product_id),
          label: `${one.currency.code} · ${t('product.days', { count: one.cycle_days })}`,
        }))}
        onChange={setChosen}
      />
      <h2 className="text-14 leading-20">
        {t('rules.example', {
          amount: formatDecimal(amount),
          currency: currency.code,
          percent: formatDecimal(product.daily_yield_percent),
          count: days,
        })}
      </h2>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('rules.day')}</th>
            <th scope="col">{t('calendar.interest')}</th>
            <th scope="col">{t('exit.penalty')}</th>
            <th scope="col">{t('exit.total')}</th>
          </tr>
        </thead>
        <tbody>
          {sampleDays(days).map(day => {
            const view = exitView(product, principalMinor, day);
            const sign = signOf(view.result);
            return (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{formatDecimal(view.interest)}</td>
                <td>{formatDecimal(view.penalty)}</td>
                <td className={cx(sign === -1 ? 'down' : sign === 1 ? 'up' : undefined)}>
                  {formatDecimal(view.total)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="note">{t('exit.rate', { percent: formatDecimal(product.penalty_percent) })}</p>
    </Card>
  );
}
