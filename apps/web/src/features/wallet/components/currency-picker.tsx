import { Check, Search, SearchX } from 'lucide-react';
import { useState } from 'react';
import { currencyName } from '#i18n/currency-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/states.tsx';
import { queryBalances, type Holding } from '../model/balances.ts';
import styles from './currency-picker.module.css';
import { exact } from './exact.ts';

/** Chooses a currency; those with the largest balance come first. */
export function CurrencyPicker({
  title,
  holdings,
  selectedId,
  onPick,
  onClose,
}: {
  readonly title: string;
  readonly holdings: readonly Pick<Holding, 'currency' | 'available'>[];
  readonly selectedId: number | undefined;
  readonly onPick: (currencyId: number) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const [search, setSearch] = useState('');
  const shown = queryBalances(
    holdings.map(holding => ({
      frozen: '0',
      escrow: '0',
      value_usdt: null,
      value_btc: null,
      total: holding.available,
      ...holding,
    })),
    { search, sort: 'amount', hideSmall: false },
  );
  return (
    <Sheet open onClose={onClose} title={title}>
      <TextField
        label={t('balance.search')}
        hideLabel
        type="search"
        placeholder={t('balance.search')}
        autoComplete="off"
        value={search}
        onChange={setSearch}
        before={<Search size={16} className="quiet" aria-hidden="true" />}
      />
      <div className={styles['list']}>
        <List>
          {shown.map(({ currency, available }) => (
            <Row
              key={currency.id}
              icon={<CoinIcon symbol={currency.code} size={30} />}
              title={currency.code}
              detail={currencyName(currency)}
              selected={currency.id === selectedId}
              value={
                <span className={styles['value']}>
                  {available === '' ? null : exact(available, hideBalances)}
                  {currency.id === selectedId ? <Check size={17} className="accent" /> : null}
                </span>
              }
              onClick={() => {
                onPick(currency.id);
                onClose();
              }}
            />
          ))}
        </List>
        {shown.length === 0 ? (
          <EmptyState icon={<SearchX size={26} strokeWidth={1.6} />} title={t('balance.noneFound')}>
            {t('balance.noneFoundText')}
          </EmptyState>
        ) : null}
      </div>
    </Sheet>
  );
}
