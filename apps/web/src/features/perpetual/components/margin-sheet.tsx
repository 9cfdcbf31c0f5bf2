import { formatMinor } from '@tallystick/core/money/decimal';
import { useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { parseTyped, percentTaken } from '#lib/market-units.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { BeforeAfter } from '#ui/before-after.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatPercent, formatPrice } from '#ui/format.ts';
import { PercentSlider } from '#ui/percent-slider.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { showToast, toastFailure } from '#ui/toast.ts';
import { addMargin } from '../api/perpetual.ts';
import { liquidationWith } from '../model/changes.ts';
import { contractUnits } from '../model/contract.ts';
import { percentBetween, percentOf } from '../model/figures.ts';
import { minorOf } from '../model/positions.ts';
import { problem, UNFINISHED, type Problem } from '../model/validate.ts';
import { useLiveFigures } from './position-card.tsx';
import { problemText } from './problem-text.ts';
import { useExactMoney } from './ticket-preview.tsx';
import { useContractBalance } from './use-ticket.ts';

const adding = defineIdempotentCall('POST lever/add_margin', addMargin);

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

/** Moves money from the contract account into a position, and shows the new liquidation price first. */
export function MarginSheet({
  position,
  contract,
  onClose,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useExactMoney(contract);
  const { quote } = contract;
  const { priceDecimals } = contractUnits(contract);
  const available = useContractBalance(contract);
  const { mark, live } = useLiveFigures(position, contract);
  const [text, setText] = useState('');
  const [percent, setPercent] = useState(0);
  const amount = parseTyped(text, quote.decimals);
  const margin = minorOf(position.margin, quote.decimals);
  // More margin than the entry value is useless: no price could lose that much.
  const free = minorOf(position.open_value, quote.decimals) - margin;
  const room = free > 0n ? free : 0n;
  const most = available === null ? 0n : available < room ? available : room;
  const blocked = validateAmount(amount, available, room, contract);
  const { shown, guard } = useForm(blocked ? [blocked] : [], { unfinished: UNFINISHED });
  const { busy, unsure, submit } = useSubmit(adding, {
    onDone: () => showToast(t('sent.marginAdded'), 'good'),
    onFailed: toastFailure(t('sent.unsure')),
  });
  const run = async () => {
    if (await submit({ position_id: position.position_id, amount: text.replace(/\.$/, '') })) onClose();
  };
  const liquidation = (added: bigint) => {
    const at = liquidationWith(position, contract, added);
    if (!at) return t('preview.never');
    const away = mark ? percentBetween(mark, at.price) : null;
    return `${formatPrice(at.price, priceDecimals)} (${formatPercent(away, { decimals: 1, minDecimals: 1 })})`;
  };
  const ratio = (added: bigint) =>
    live && live.equityMinor + added > 0n
      ? formatPercent(percentOf(live.maintenanceMinor, live.equityMinor + added), { sign: 'never' })
      : undefined;
  const changed = amount !== null && amount > 0n && !blocked ? amount : undefined;
  const after = <Shown,>(figure: (added: bigint) => Shown) =>
    changed === undefined ? undefined : figure(changed);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('margin.title')}
      footer={
        <Button block busy={busy} disabled={blocked !== undefined} onClick={() => void run()}>
          {blocked
            ? problemText(blocked, t)
            : unsure
              ? t('ticket.sendAgain')
              : t('margin.add', { amount: money(amount) })}
        </Button>
      }
    >
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
          label={t('ticket.percent')}
          value={percent || percentTaken(amount, most)}
          disabled={available === null}
          onChange={next => {
            setPercent(next);
            setText(next === 0 ? '' : formatMinor((most * BigInt(next)) / 100n, quote.decimals));
          }}
        />
        <KeyValues className="sums mt-2">
          <KeyValue label={t('ticket.available')}>
            <BeforeAfter
              before={money(available)}
              after={available === null ? undefined : after(added => money(available - added))}
            />
          </KeyValue>
          <KeyValue label={t('position.margin')}>
            <BeforeAfter before={money(margin)} after={after(added => money(margin + added))} />
          </KeyValue>
          <KeyValue label={t('position.ratio')}>
            <BeforeAfter before={ratio(0n) ?? '—'} after={after(ratio)} />
          </KeyValue>
          <KeyValue label={t('preview.liquidation')} strong>
            <BeforeAfter before={liquidation(0n)} after={after(liquidation)} />
          </KeyValue>
        </KeyValues>
        <p className="text-12 quiet leading-18">{t('margin.text')}</p>
      </form>
    </Sheet>
  );
}
