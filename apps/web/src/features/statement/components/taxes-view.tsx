import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { KeyValue, KeyValues, List, Row } from '#ui/card.tsx';
import { formatDecimal, signOf } from '#ui/format.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { useTaxYear, type CostMethod, type TaxYear } from '../api/statement.ts';
import { FileCard } from './file-card.tsx';
import { MethodChoice } from './method-choice.tsx';
import styles from './statement.module.css';

/** A year for taxes, product by product. */
export function TaxesView({
  year,
  method,
  onMethod,
}: {
  readonly year: string;
  readonly method: CostMethod;
  readonly onMethod: (method: CostMethod) => void;
}) {
  const { t } = useTranslation('statement');
  const { data, error, refetch } = useTaxYear(year, method);
  return (
    <>
      <MethodChoice method={method} onMethod={onMethod} />
      {data ? <Year year={data} /> : null}
      {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={7} />} />}
      <FileCard
        title={t('taxes.file', { year })}
        text={t('taxes.fileText')}
        wish={{ period: year, contents: 'taxes', method }}
      />
      <p className="soft text-12 leading-17">{t('taxes.note')}</p>
    </>
  );
}

function usdt(value: string, sign: 'auto' | 'always' = 'auto'): string {
  return `${formatDecimal(value, { decimals: 2, minDecimals: 2, sign })} USDT`;
}

function Year({ year }: { readonly year: TaxYear }) {
  const { t } = useTranslation('statement');
  return (
    <>
      {year.complete ? null : <p className="soft text-12 leading-17">{t('statement.running')}</p>}
      <ul className={styles['lines']} aria-label={t('taxes.products')}>
        {year.products.map(({ product, proceeds, cost, result, events, unknown }) => {
          const sign = signOf(result);
          return (
            <li key={product} className={styles['line']}>
              <h3>
                {t(`taxes.product.${product}`)}
                <span className={cx(styles['beside'], sign === 1 ? 'up' : sign === -1 ? 'down' : undefined)}>
                  {usdt(result, 'always')}
                </span>
              </h3>
              <KeyValues>
                <KeyValue label={t(product === 'spot' ? 'taxes.proceeds' : 'taxes.income')}>
                  {usdt(proceeds)}
                </KeyValue>
                <KeyValue label={t(product === 'spot' ? 'taxes.cost' : 'taxes.expense')}>
                  {usdt(cost)}
                </KeyValue>
                <KeyValue label={t('taxes.events')}>{events}</KeyValue>
              </KeyValues>
              {unknown === 0 ? null : (
                <p className={styles['warning']}>{t('taxes.unknown', { count: unknown })}</p>
              )}
            </li>
          );
        })}
      </ul>
      <Amounts
        title={t('taxes.fees')}
        rows={year.fees.map(({ product, currency, amount }) => ({
          key: `${product}:${currency}`,
          title: t(`taxes.product.${product}`),
          value: `${formatDecimal(amount)} ${currency}`,
        }))}
      />
      <Amounts
        title={t('taxes.funding')}
        rows={year.funding.map(({ currency, amount }) => ({
          key: currency,
          title: t('taxes.product.contracts'),
          value: `${formatDecimal(amount, { sign: 'always' })} ${currency}`,
        }))}
      />
      <Amounts
        title={t('taxes.transfers')}
        rows={year.transfers
          .flatMap(({ currency, paid_in: paidIn, paid_out: paidOut }) => [
            { key: `${currency}:in`, title: t('taxes.paidIn'), amount: paidIn, currency },
            { key: `${currency}:out`, title: t('taxes.paidOut'), amount: paidOut, currency },
          ])
          .filter(({ amount }) => amount !== '0')
          .map(({ amount, currency, ...row }) => ({ ...row, value: `${formatDecimal(amount)} ${currency}` }))}
      />
    </>
  );
}

function Amounts({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly { readonly key: string; readonly title: string; readonly value: string }[];
}) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className={styles['heading']}>{title}</h2>
      <List label={title}>
        {rows.map(({ key, ...row }) => (
          <Row key={key} {...row} />
        ))}
      </List>
    </section>
  );
}
