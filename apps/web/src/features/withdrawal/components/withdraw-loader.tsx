import type { ReactNode } from 'react';
import type { WireWithdrawal } from '@tallystick/protocol';
import { USDT } from '@tallystick/protocol/currency-ids';
import { BANK_ID } from '#lib/funding.ts';
import { useAvailable } from '#realtime/use-available.ts';
import { ErrorState, SkeletonRows } from '#ui/states.tsx';
import { useAddressBook, useWithdrawInfo, type WithdrawInfo } from '../api/withdrawal.ts';
import { WithdrawForm } from './withdraw-form.tsx';

/** Loads the terms and the address book for one channel, then shows the form. */
export function WithdrawLoader({
  currencyId,
  renderHold,
  onSent,
  children,
}: {
  readonly currencyId: number;
  /** Why nothing can be withdrawn at present. */
  readonly renderHold: (hold: NonNullable<WithdrawInfo['hold']>) => ReactNode;
  readonly onSent: (withdrawal: WireWithdrawal) => void;
  /** Shown below the form. */
  readonly children?: ReactNode;
}) {
  const info = useWithdrawInfo(currencyId);
  const book = useAddressBook();
  // Terms are asked for once; a balance may change while the form is open.
  const available = useAvailable('spot', currencyId === BANK_ID ? USDT : currencyId);
  const isBank = currencyId === BANK_ID;
  const error = info.error ?? (isBank ? null : book.error);
  if (info.data && (isBank || book.data)) {
    return (
      <>
        {info.data.hold ? renderHold(info.data.hold) : null}
        <WithdrawForm
          key={currencyId}
          currencyId={currencyId}
          info={{ ...info.data, available: available ?? info.data.available }}
          addresses={isBank ? [] : (book.data?.items ?? []).filter(one => one.currency_id === currencyId)}
          onSent={onSent}
        />
        {children}
      </>
    );
  }
  if (!error) return <SkeletonRows count={6} />;
  const retry = () => {
    void info.refetch();
    void book.refetch();
  };
  return <ErrorState error={error} onRetry={retry} />;
}
