import { ChevronDown, Landmark, Search, SearchX } from 'lucide-react';
import { useId, useState } from 'react';
import { currencyName, nameContains } from '#i18n/currency-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { BANK_ID, type FundingCoin } from '#lib/funding.ts';
import { List, Row } from './card.tsx';
import { cx } from './class-names.ts';
import { CoinIcon } from './coin-icon.tsx';
import { TextField } from './field.tsx';
import form from './form.module.css';
import { Sheet } from './sheet.tsx';
import { EmptyState } from './states.tsx';

const LONGEST_SEARCH = 20;

/** Chooses a coin out of many, or the bank, in a sheet with a search. */
export function CoinChoice({
  label,
  coins,
  chosen,
  bank,
  onChoose,
}: {
  readonly label: string;
  readonly coins: readonly FundingCoin[];
  /** A coin's id or the bank's. */
  readonly chosen: number;
  /** The bank's name in the list, if it is one of the ways. */
  readonly bank?: string | undefined;
  readonly onChoose: (id: number) => void;
}) {
  const { t } = useTranslation('common');
  const id = useId();
  const [open, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const current = coins.find(one => one.currency.id === chosen)?.currency;
  const wanted = search.trim().toLowerCase();
  const found = coins.filter(
    ({ currency }) => currency.code.toLowerCase().includes(wanted) || nameContains(currency, wanted),
  );
  const showsBank = bank !== undefined && bank.toLowerCase().includes(wanted);
  const choose = (id: number) => {
    setOpen(false);
    setSearch('');
    onChoose(id);
  };
  return (
    <fieldset aria-labelledby={id} className={cx(form['group'], 'stack-2 cols-1')}>
      <span id={id} className="soft text-13">
        {label}
      </span>
      <button type="button" className={form['choice']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {current ? <CoinIcon symbol={current.code} size={28} /> : <Landmark size={22} aria-hidden="true" />}
        <span className="grow stack-1px">
          <span className="weight-600">{current?.code ?? bank}</span>
          {current ? <span className="note">{currencyName(current)}</span> : null}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={label}>
        <div className="stack-4 cols-1">
          <TextField
            label={t('coinChoice.search')}
            hideLabel
            placeholder={t('coinChoice.search')}
            type="search"
            before={<Search size={17} className="quiet weight-500" aria-hidden="true" />}
            maxLength={LONGEST_SEARCH}
            autoComplete="off"
            value={search}
            onChange={setSearch}
          />
          {found.length > 0 || showsBank ? (
            <List label={label}>
              {found.map(({ currency }) => (
                <Row
                  key={currency.id}
                  icon={<CoinIcon symbol={currency.code} size={28} />}
                  title={currency.code}
                  detail={currencyName(currency)}
                  selected={currency.id === chosen}
                  onClick={() => choose(currency.id)}
                />
              ))}
              {showsBank ? (
                <Row
                  icon={<Landmark size={22} />}
                  title={bank}
                  selected={chosen === BANK_ID}
                  onClick={() => choose(BANK_ID)}
                />
              ) : null}
            </List>
          ) : (
            <EmptyState icon={<SearchX size={26} strokeWidth={1.6} />} title={t('coinChoice.none')} />
          )}
        </div>
      </Sheet>
    </fieldset>
  );
}
