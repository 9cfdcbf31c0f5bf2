import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownToLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { WireArrival, WireDeposit } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatAmount, formatDate } from '#ui/format.ts';
import form from '#ui/form.module.css';
import { MoreButton } from '#ui/more-button.tsx';
import { StatePill } from '#ui/state-pill.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { depositsQuery } from '../api/deposit.ts';
import { pillOf, toneOf, type ShownState } from '../model/progress.ts';
import { ArrivalSheet, DepositSheet } from './deposit-sheet.tsx';

function Value({
  amount,
  currency,
  state,
  reversal,
}: Pick<WireDeposit, 'amount' | 'currency'> & {
  readonly state: ShownState;
  readonly reversal?: WireDeposit['reversal'];
}) {
  const { t } = useTranslation('deposit');
  const pill = pillOf(state, reversal ?? null);
  return (
    <span className={form['recordValue']}>
      <span>
        +{formatAmount(amount)} {currency}
      </span>
      <StatePill tone={toneOf(pill)}>{t(`state.${pill}`)}</StatePill>
    </span>
  );
}

/** Credited and arriving deposits, newest first. Pressing one shows its progress. */
export function DepositRecords({
  renderPicture,
}: {
  readonly renderPicture: (pictureId: number) => ReactNode;
}) {
  const { t } = useTranslation('deposit');
  const query = useInfiniteQuery(depositsQuery());
  const { data, error, refetch } = query;
  const [openedId, setOpenedId] = useState<number>();
  const [arrivalId, setArrivalId] = useState<string>();
  if (!data) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />;
  const deposits = data.pages.flatMap(page => page.items);
  const arriving = data.pages[0]?.arriving ?? [];
  const opened = deposits.find(deposit => deposit.deposit_id === openedId);
  const arrival = arriving.find(one => keyOf(one) === arrivalId);
  if (deposits.length === 0 && arriving.length === 0) {
    return (
      <EmptyState
        icon={<ArrowDownToLine size={26} strokeWidth={1.6} />}
        title={t('records.none')}
        to={paths.deposit.getHref()}
        go={t('title')}
      >
        {t('records.noneText')}
      </EmptyState>
    );
  }
  return (
    <div className="stack-4 cols-1">
      {arriving.length === 0 ? null : (
        <section className="stack-2 cols-1">
          <h2 className="soft text-13">{t('records.arriving')}</h2>
          <List>
            {arriving.map(one => (
              <Row
                key={keyOf(one)}
                icon={<CoinIcon symbol={one.currency} size={28} />}
                title={one.network}
                detail={t('records.confirmed', {
                  done: one.confirmations,
                  needed: one.confirmations_needed,
                })}
                value={<Value {...one} />}
                onClick={() => setArrivalId(keyOf(one))}
              />
            ))}
          </List>
        </section>
      )}
      <List>
        {deposits.map(deposit => (
          <Row
            key={deposit.deposit_id}
            icon={<CoinIcon symbol={deposit.currency} size={28} />}
            title={deposit.network ?? t('bank')}
            detail={formatDate(deposit.created_at_ms, 'dayMinute')}
            value={<Value {...deposit} />}
            onClick={() => setOpenedId(deposit.deposit_id)}
          />
        ))}
      </List>
      <MoreButton query={query}>{t('records.more')}</MoreButton>
      {opened ? (
        <DepositSheet
          deposit={opened}
          picture={opened.picture_id === null ? null : renderPicture(opened.picture_id)}
          onClose={() => setOpenedId(undefined)}
        />
      ) : null}
      {arrival ? <ArrivalSheet arrival={arrival} onClose={() => setArrivalId(undefined)} /> : null}
    </div>
  );
}

/** One transaction can pay several addresses and currencies. */
function keyOf({ transaction_id: id, currency, address }: WireArrival): string {
  return `${id} ${currency} ${address}`;
}
