import { Lock, Search, SearchX, WalletMinimal, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { currencyName } from '#i18n/currency-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { isPositive } from '#lib/decimal.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { useValuation } from '#realtime/use-valuation.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { TextField } from '#ui/field.tsx';
import { Chips } from '#ui/segmented.tsx';
import { EmptyState, SkeletonRows } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { Worth } from '#ui/worth.tsx';
import { queryBalances, type BalanceSort, type Holding } from '../model/balances.ts';
import { worthIn } from '../model/wallet.ts';
import styles from './balance-list.module.css';
import { exact } from './exact.ts';

function BalanceRow({ holding, onOpen }: { readonly holding: Holding; readonly onOpen: () => void }) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const valuation = useValuation();
  const { currency, total, frozen } = holding;
  return (
    <li className={styles['item']}>
      <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
        <CoinIcon symbol={currency.code} />
        <span className="ends grow">
          <span className="grid">
            <span className={styles['code']}>{currency.code}</span>
            {isPositive(frozen) ? (
              <span className={styles['frozen']}>
                <Lock size={11} strokeWidth={2.2} aria-hidden="true" />
                {t('balance.frozenAmount', { amount: exact(frozen, hideBalances) })}
              </span>
            ) : (
              <span className={styles['quiet']}>{currencyName(currency)}</span>
            )}
          </span>
          <span className={styles['amounts']}>
            <span className={cx(styles['amount'], !isPositive(total) && styles['none'])}>
              {exact(total, hideBalances)}
            </span>
            <Worth
              className={styles['quiet']}
              value={worthIn(holding, valuation.base)}
              valuation={valuation}
              masked={hideBalances}
            />
          </span>
        </span>
      </button>
    </li>
  );
}

/** Focuses the field, which appears when its button is pressed. */
const focusWhenShown = (input: HTMLInputElement | null): void => input?.focus();

export interface BalanceListProps<T extends Holding> {
  /** Undefined while loading. */
  readonly holdings: readonly T[] | undefined;
  readonly onOpen: (holding: T) => void;
  /** Shown below an empty account. */
  readonly emptyAction?: ReactNode;
}

/** Balances with search, sorting and a switch to hide small ones. */
export function BalanceList<T extends Holding>({ holdings, onOpen, emptyAction }: BalanceListProps<T>) {
  const { t } = useTranslation(['wallet', 'common']);
  const { hideSmall } = useSettings();
  const [sort, setSort] = useState<BalanceSort>('value');
  const [search, setSearch] = useState<string>();
  const headingId = useId();
  const shown = holdings && queryBalances(holdings, { search: search ?? '', sort, hideSmall });
  // An empty account shows what to do instead of rows of zeros.
  const isEmpty = !search && (holdings?.every(({ total }) => !isPositive(total)) ?? false);
  const hidden = search || isEmpty ? 0 : (holdings?.length ?? 0) - (shown?.length ?? 0);

  return (
    <section aria-labelledby={headingId}>
      <div className="row-2">
        <h2 id={headingId} className="grow text-17 leading-24">
          {t('balance.title')}
        </h2>
        <span className={styles['small']} title={t('balance.hideSmallText')}>
          <Checkbox checked={hideSmall} onChange={checked => changeSettings({ hideSmall: checked })}>
            {t('balance.hideSmall')}
          </Checkbox>
        </span>
        <IconButton
          label={search === undefined ? t('balance.search') : t('common:actions.close')}
          aria-expanded={search !== undefined}
          className={styles['searchButton']}
          onClick={() => setSearch(search === undefined ? '' : undefined)}
        >
          {search === undefined ? <Search size={18} /> : <X size={18} />}
        </IconButton>
      </div>
      {search === undefined ? (
        <Chips
          label={t('balance.sort')}
          value={sort}
          onChange={setSort}
          choices={(['value', 'amount', 'name'] as const).map(value => ({
            value,
            label: t(`balance.sorts.${value}`),
          }))}
        />
      ) : (
        <TextField
          label={t('balance.search')}
          hideLabel
          type="search"
          placeholder={t('balance.search')}
          autoComplete="off"
          inputRef={focusWhenShown}
          value={search}
          onChange={setSearch}
          before={<Search size={16} className={styles['quiet']} aria-hidden="true" />}
        />
      )}
      {isEmpty ? null : shown ? (
        <ul>
          {shown.map(holding => (
            <BalanceRow key={holding.currency.id} holding={holding} onOpen={() => onOpen(holding)} />
          ))}
        </ul>
      ) : (
        <SkeletonRows count={5} />
      )}
      {shown?.length === 0 && search ? (
        <EmptyState icon={<SearchX size={26} strokeWidth={1.6} />} title={t('balance.noneFound')}>
          {t('balance.noneFoundText')}
        </EmptyState>
      ) : null}
      {isEmpty ? (
        <>
          <EmptyState icon={<WalletMinimal size={26} strokeWidth={1.6} />} title={t('balance.empty')}>
            {t('balance.emptyText')}
          </EmptyState>
          {emptyAction}
        </>
      ) : null}
      {hidden > 0 ? (
        <button
          type="button"
          className={styles['hidden']}
          onClick={() => changeSettings({ hideSmall: false })}
        >
          {t('balance.hidden', { count: hidden })}
        </button>
      ) : null}
    </section>
  );
}
