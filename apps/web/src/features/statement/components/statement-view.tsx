import { ReceiptText } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues, List } from '#ui/card.tsx';
import { formatDecimal } from '#ui/format.ts';
import { Segmented } from '#ui/segmented.tsx';
import { SelectChip } from '#ui/select-chip.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { useSummary, type Summary } from '../api/statement.ts';
import { ACCOUNTS, currenciesIn, reasonsIn, type StatementFilter, type Account } from '../model/filter.ts';
import type { PeriodName } from '../model/periods.ts';
import { FileCard } from './file-card.tsx';
import styles from './statement.module.css';

/** Opening balance, changes and closing balance of each account, and the files of them. */
export function StatementView({
  period,
  filter,
  onFilter,
}: {
  readonly period: PeriodName;
  readonly filter: StatementFilter;
  readonly onFilter: (filter: StatementFilter) => void;
}) {
  const { t } = useTranslation(['statement', 'wallet']);
  const { data: all } = useSummary({ period });
  const input = { period, ...filter.input };
  const { data, error, refetch } = useSummary(input);
  const { contents } = filter;
  return (
    <>
      <Filters all={all} filter={filter} onFilter={onFilter} />
      <Segmented
        label={t('file.what')}
        value={contents}
        choices={(['entries', 'trades'] as const).map(value => ({ value, label: t(`file.${value}`) }))}
        onChange={value => onFilter({ ...filter, contents: value })}
      />
      <FileCard
        key={contents}
        title={t(`file.${contents}`)}
        text={t(`file.${contents}Text`)}
        wish={contents === 'trades' ? { period, contents } : { ...input, contents }}
      />
      {data ? <Lines summary={data} /> : null}
      {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={5} />} />}
    </>
  );
}

function Filters({
  all,
  filter,
  onFilter,
}: {
  readonly all: Summary | undefined;
  readonly filter: StatementFilter;
  readonly onFilter: (filter: StatementFilter) => void;
}) {
  const { t } = useTranslation(['statement', 'wallet']);
  const { input } = filter;
  const change = (part: Partial<StatementFilter['input']>) =>
    onFilter({ ...filter, input: { ...input, ...part } });
  const currencies = currenciesIn(all, input.currency_id);
  return (
    <div className="swipe">
      <SelectChip
        label={t('wallet:record.account')}
        value={input.account ?? ''}
        onChange={value => change({ account: ACCOUNTS.find(one => one === value) })}
      >
        <option value="">{t('wallet:record.allAccounts')}</option>
        {ACCOUNTS.map((account: Account) => (
          <option key={account} value={account}>
            {t(`wallet:account.${account}`)}
          </option>
        ))}
      </SelectChip>
      <SelectChip
        label={t('wallet:record.currency')}
        value={input.currency_id === undefined ? '' : String(input.currency_id)}
        onChange={value => change({ currency_id: currencies.find(({ id }) => String(id) === value)?.id })}
      >
        <option value="">{t('wallet:record.allCurrencies')}</option>
        {currencies.map(({ id, code }) => (
          <option key={id} value={id}>
            {code}
          </option>
        ))}
      </SelectChip>
      <SelectChip
        label={t('wallet:record.reason')}
        value={input.reason ?? ''}
        onChange={value => change({ reason: reasonsIn(all, input.reason).find(one => one === value) })}
      >
        <option value="">{t('wallet:record.allReasons')}</option>
        {reasonsIn(all, input.reason).map(reason => (
          <option key={reason} value={reason}>
            {t(`wallet:reason.${reason}`)}
          </option>
        ))}
      </SelectChip>
    </div>
  );
}

function Lines({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation(['statement', 'wallet']);
  if (summary.lines.length === 0) {
    return (
      <EmptyState icon={<ReceiptText size={26} strokeWidth={1.6} />} title={t('statement.none')}>
        {t('statement.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      {summary.complete ? null : <p className="soft text-12 leading-17">{t('statement.running')}</p>}
      <ul className={styles['lines']} aria-label={t('statement.balances')}>
        {summary.lines.map(({ account, currency, opening, credits, debits, closing, entries }) => (
          <li key={`${account}:${currency}`} className={styles['line']}>
            <h3>
              {t(`wallet:account.${account}`)} <span>{currency}</span>
            </h3>
            <KeyValues>
              <KeyValue label={t('statement.opening')}>{formatDecimal(opening)}</KeyValue>
              <KeyValue label={t('statement.credits')}>
                <span className={credits === '0' ? undefined : 'up'}>
                  {formatDecimal(credits, { sign: 'always' })}
                </span>
              </KeyValue>
              <KeyValue label={t('statement.debits')}>
                <span className={debits === '0' ? undefined : 'down'}>{formatDecimal(debits)}</span>
              </KeyValue>
              <KeyValue label={t('statement.closing')} strong>
                {formatDecimal(closing)}
              </KeyValue>
            </KeyValues>
            <p className="soft text-12 leading-17">{t('statement.entries', { count: entries })}</p>
          </li>
        ))}
      </ul>
      {summary.kinds.length === 0 ? null : (
        <section>
          <h2 className={styles['heading']}>{t('statement.kinds')}</h2>
          <List label={t('statement.kinds')}>
            {summary.kinds.map(({ reason, currency, credits, debits, entries }) => (
              <li key={`${reason}:${currency}`} className={styles['kind']}>
                <div>
                  {t(`wallet:reason.${reason}`)}
                  <small>{t('statement.entries', { count: entries })}</small>
                </div>
                <div>
                  {credits === '0' ? null : (
                    <span className="up">
                      {formatDecimal(credits, { sign: 'always' })} {currency}
                    </span>
                  )}
                  {debits === '0' ? null : (
                    <span className="down">
                      {formatDecimal(debits)} {currency}
                    </span>
                  )}
                </div>
              </li>
            ))}
          </List>
        </section>
      )}
    </>
  );
}
