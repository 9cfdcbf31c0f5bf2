import { useMemo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useWallet } from '../api/use-wallet.ts';
import { holdingsOf } from '../model/balances.ts';
import { dayShape, type DayOfCloses } from '../model/day-shape.ts';
import { dayChange } from '../model/wallet.ts';
import { Total } from './total.tsx';

const NOTHING_YET: readonly DayOfCloses[] = [];

/** The customer's total, with its change over the last day. */
export function WalletSummary({
  days,
  onChooseValuation,
}: {
  /** A day of closes of each market, for the drawing; undefined while loading. */
  readonly days: readonly DayOfCloses[] | undefined;
  readonly onChooseValuation?: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { data: wallet, isError } = useWallet();
  const shape = useMemo(
    () => (wallet ? dayShape(holdingsOf(wallet), days ?? NOTHING_YET) : []),
    [wallet, days],
  );
  return (
    <Total
      label={t('total.label')}
      usdt={wallet?.total_usdt}
      btc={wallet?.total_btc}
      change={wallet && dayChange(wallet)}
      showChange
      shape={shape}
      pending={!wallet && !isError}
      onChooseValuation={onChooseValuation}
    />
  );
}
