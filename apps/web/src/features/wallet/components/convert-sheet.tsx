import { ArrowDownUp, ChevronDown } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { WireCurrency } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { isPositive } from '#lib/decimal.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDecimal } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/states.tsx';
import { useConversion, useCurrencies } from '../api/convert.ts';
import styles from './convert-sheet.module.css';
import { CurrencyPicker } from './currency-picker.tsx';

type SideName = 'from' | 'to';

function CurrencyButton({
  label,
  currency,
  onClick,
}: {
  readonly label: string;
  readonly currency: WireCurrency | undefined;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={styles['currency']} aria-haspopup="dialog" onClick={onClick}>
      <span className={styles['label']}>{label}</span>
      {currency ? (
        <span className={styles['chosen']}>
          <CoinIcon symbol={currency.code} size={24} />
          {currency.code}
          <ChevronDown size={15} className={styles['quiet']} aria-hidden="true" />
        </span>
      ) : (
        <Skeleton width={72} height={24} />
      )}
    </button>
  );
}

/** `12.` is 12 while it is being typed; nothing typed is one. */
function asked(amount: string): string {
  const plain = amount.replace(/\.$/, '');
  return isPositive(plain) ? plain : '1';
}

/** What an amount of one currency is worth in another, at last prices. */
export function ConvertSheet({
  tradeHref,
  onClose,
}: {
  /** Where a currency is traded. */
  readonly tradeHref: (currencyId: number) => string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { data: items } = useCurrencies(true);
  const [chosen, setChosen] = useState<Readonly<Record<SideName, number | undefined>>>({
    from: undefined,
    to: undefined,
  });
  const [amount, setAmount] = useState('1');
  const [picking, setPicking] = useState<SideName>();
  const byCode = (code: string) => items?.find(({ currency }) => currency.code === code)?.currency;
  const byId = (id: number | undefined) => items?.find(({ currency }) => currency.id === id)?.currency;
  const from = byId(chosen.from) ?? byCode('BTC');
  const to = byId(chosen.to) ?? byCode('USDT');
  const { data, isPlaceholderData } = useConversion(from?.id, to?.id, useDeferredValue(asked(amount)));
  const swap = () => setChosen({ from: to?.id, to: from?.id });
  const pick = (id: number) => {
    if (!picking) return;
    const other = picking === 'from' ? to : from;
    if (other?.id === id) swap();
    else setChosen({ from: from?.id, to: to?.id, [picking]: id });
  };
  const traded = from?.code === 'USDT' ? to : from;

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('convert.title')}
      footer={
        traded ? (
          <ButtonLink to={tradeHref(traded.id)}>{t('convert.trade', { currency: traded.code })}</ButtonLink>
        ) : undefined
      }
    >
      <div className={styles['pair']}>
        <CurrencyButton label={t('convert.from')} currency={from} onClick={() => setPicking('from')} />
        <button
          type="button"
          className={styles['swap']}
          aria-label={t('convert.swap')}
          title={t('convert.swap')}
          onClick={swap}
        >
          <ArrowDownUp size={17} />
        </button>
        <CurrencyButton label={t('convert.to')} currency={to} onClick={() => setPicking('to')} />
      </div>
      <AmountInput
        label={t('convert.amount')}
        value={amount}
        decimals={from?.decimals ?? 8}
        unit={from?.code}
        placeholder="1"
        onChange={setAmount}
      />
      <div className={styles['worth']} aria-live="polite" data-old={isPlaceholderData}>
        {data ? (
          <>
            <span className={styles['value']}>
              {formatDecimal(data.value, { decimals: to?.decimals ?? 8, minDecimals: 2 })} {to?.code}
            </span>
            <span className={styles['quiet']}>
              {data.rate === null
                ? t('convert.unknown')
                : t('convert.rate', { from: from?.code, to: to?.code, rate: formatDecimal(data.rate) })}
            </span>
          </>
        ) : (
          <>
            <Skeleton width={180} height={26} />
            <Skeleton width={150} height={14} />
          </>
        )}
      </div>
      <p className={styles['note']}>{t('convert.text')}</p>
      {picking ? (
        <CurrencyPicker
          title={t(`convert.${picking}`)}
          selectedId={picking === 'from' ? from?.id : to?.id}
          holdings={(items ?? []).map(({ currency, available }) => ({
            currency,
            available: available ?? '',
          }))}
          onPick={pick}
          onClose={() => setPicking(undefined)}
        />
      ) : null}
    </Sheet>
  );
}
