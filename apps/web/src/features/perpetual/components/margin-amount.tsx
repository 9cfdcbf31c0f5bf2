import { formatMinor } from '@tallystick/core/money/decimal';
import { useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { parseTyped, percentTaken } from '#lib/market-units.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { showToast, toastFailure } from '#ui/toast.ts';
import { addMargin, removeMargin } from '../api/perpetual.ts';
import { removableOf, validateRemoval } from '../model/margin.ts';
import { minorOf } from '../model/positions.ts';
import { problem, UNFINISHED, type Problem } from '../model/validate.ts';
import { MarginSums } from './margin-sums.tsx';
import { problemText } from './problem-text.ts';
import { useExactMoney } from './ticket-preview.tsx';
import { useMargin } from './use-margin.ts';

const CALLS = {
  add: defineIdempotentCall('POST lever/add_margin', addMargin),
  remove: defineIdempotentCall('POST lever/remove_margin', removeMargin),
} as const;
const SENT = { add: 'sent.marginAdded', remove: 'sent.marginRemoved' } as const;
const TEXT = { add: 'margin.text', remove: 'margin.removeText' } as const;

function validateAmount(
  amount: bigint | null,
  available: bigint | null,
  room: bigint,
  contract: WireContract,
): Problem | undefined {
  const { quote } = contract;
  // Margin can be added while a contract is halted with a reason.
  if (contract.status === 'halted' && contract.halt === null) return problem('market_halted', 'form');
  if (amount === null || amount <= 0n) return problem('amount_required', 'amount');
  const most = (minor: bigint) => ({ available: formatMinor(minor, quote.decimals), currency: quote.code });
  if (available !== null && amount > available)
    return problem('insufficient_balance', 'amount', most(available));
  return amount > room ? problem('margin_too_large', 'amount', most(room)) : undefined;
}

/** Moves money between contract account and position, and shows the new liquidation price first. */
export function MarginAmount({
  way,
  position,
  contract,
  onDone,
}: {
  readonly way: 'add' | 'remove';
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const { quote } = contract;
  const figures = useMargin(position, contract);
  const { available, prices } = figures.room;
  const [text, setText] = useState('');
  const [percent, setPercent] = useState(0);
  const amount = parseTyped(text, quote.decimals);
  // More margin than the entry value is useless: no price could lose that much.
  const free = minorOf(position.open_value, quote.decimals) - minorOf(position.margin, quote.decimals);
  const room = free > 0n ? free : 0n;
  const addable = available === null ? null : available < room ? available : room;
  const removable = prices === null ? null : removableOf(position, contract, prices);
  const most = way === 'add' ? addable : removable;
  const blocked =
    way === 'add'
      ? validateAmount(amount, available, room, contract)
      : validateRemoval(position, contract, amount, figures.room);
  const { shown, guard } = useForm(blocked ? [blocked] : [], { unfinished: UNFINISHED });
  const { busy, unsure, submit } = useSubmit(CALLS[way], {
    onDone: () => showToast(t(SENT[way]), 'good'),
    onFailed: toastFailure(t('sent.unsure')),
  });
  const run = async () => {
    if (await submit({ position_id: position.position_id, amount: text.replace(/\.$/, '') })) onDone();
  };
  const changed = amount !== null && amount > 0n && !blocked ? amount : undefined;
  return (
    <form className="stack-2 cols-1" onSubmit={guard(run)}>
      <TicketField
        label={t('margin.amount')}
        value={text}
        onChange={next => {
          setText(next);
          setPercent(0);
        }}
        decimals={quote.decimals}
        unit={quote.code}
        name="amount"
        wrong={shown('amount') !== undefined}
      />
      <PercentSlider
        label={t(way === 'add' ? 'ticket.percent' : 'margin.part')}
        value={percent || percentTaken(amount, most ?? 0n)}
        disabled={most === null || most === 0n}
        onChange={next => {
          setPercent(next);
          setText(next === 0 ? '' : formatMinor(((most ?? 0n) * BigInt(next)) / 100n, quote.decimals));
        }}
      />
      {way === 'remove' ? (
        <p className="note">{t('margin.removable', { amount: money(removable) })}</p>
      ) : null}
      <MarginSums
        position={position}
        contract={contract}
        figures={figures}
        added={way === 'add' || changed === undefined ? changed : -changed}
      />
      <p className="text-12 quiet leading-18">{t(TEXT[way])}</p>
      <Button block type="submit" busy={busy} disabled={blocked !== undefined}>
        {blocked
          ? problemText(blocked, t)
          : unsure
            ? t('ticket.sendAgain')
            : t(`margin.${way}`, { amount: money(amount) })}
      </Button>
    </form>
  );
}
