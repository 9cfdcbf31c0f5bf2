import { Check } from 'lucide-react';
import type { FiatCode } from '@tallystick/protocol/fiat';
import type { WireRate } from '@tallystick/protocol/wire';
import { fiatOrder } from '#i18n/fiat-order.ts';
import { languageTag } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import type { ValuationCode } from '#lib/valuation-code.ts';
import { useRates } from '#realtime/use-valuation.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDecimal } from '#ui/format.ts';
import { RateAge } from '#ui/rate-note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import styles from './valuation-sheet.module.css';

function useChoose(onDone: () => void) {
  const { valuation } = useSettings();
  return (code: ValuationCode) => ({
    selected: code === valuation,
    onClick: () => {
      changeSettings({ valuation: code });
      onDone();
    },
  });
}

function Chosen({ children, selected }: { readonly children?: React.ReactNode; readonly selected: boolean }) {
  return (
    <span className={styles['value']}>
      {children}
      {selected ? <Check size={18} className="accent" aria-hidden="true" /> : null}
    </span>
  );
}

/** The sign of a currency, `฿`, and its name in the customer's language. */
function signAndName(code: FiatCode, tag: string): { readonly sign: string; readonly name: string } {
  const format = new Intl.NumberFormat(tag, {
    ...{ style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' },
  } as const);
  return {
    sign: format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code,
    name: new Intl.DisplayNames(tag, { type: 'currency' }).of(code) ?? code,
  };
}

function FiatRow({
  rate,
  code,
  choice,
}: {
  readonly rate: WireRate;
  readonly code: FiatCode;
  readonly choice: { readonly selected: boolean; readonly onClick: () => void };
}) {
  const { sign, name } = signAndName(code, languageTag(useLanguage()));
  const { t } = useTranslation('display');
  return (
    <Row
      icon={
        <span className={styles['sign']} aria-hidden="true">
          {sign}
        </span>
      }
      title={code}
      detail={
        <>
          {name}
          <br />
          <RateAge rate={rate} />
        </>
      }
      value={
        <Chosen selected={choice.selected}>
          <span title={t('valuation.perUsdt', { currency: code })}>
            {formatDecimal(rate.per_usdt, { decimals: rate.per_usdt.length > 6 ? 4 : 8 })}
          </span>
        </Chosen>
      }
      {...choice}
    />
  );
}

function Choices({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('display');
  const language = useLanguage();
  const rates = useRates();
  const choose = useChoose(onDone);
  return (
    <>
      <p className="text-13 soft mb-4">{t('valuation.text')}</p>
      <List className={styles['list']!}>
        {(['USDT', 'BTC'] as const).map(code => (
          <Row
            key={code}
            icon={<CoinIcon symbol={code} size={26} />}
            title={code}
            value={<Chosen selected={choose(code).selected} />}
            {...choose(code)}
          />
        ))}
      </List>
      {rates === undefined ? <SkeletonRows count={4} /> : null}
      {rates && rates.size > 0 ? (
        <List className={styles['fiat']!} label={t('valuation.perUsdtTitle')}>
          {fiatOrder(language).flatMap(code => {
            const rate = rates.get(code);
            return rate ? [<FiatRow key={code} code={code} rate={rate} choice={choose(code)} />] : [];
          })}
        </List>
      ) : null}
      {rates?.size === 0 ? <p className="note">{t('valuation.noRates')}</p> : null}
    </>
  );
}

/** Chooses the currency in which totals are shown. */
export function ValuationSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('display');
  return (
    <Sheet open={open} onClose={onClose} title={t('valuation.title')}>
      <Choices onDone={onClose} />
    </Sheet>
  );
}
