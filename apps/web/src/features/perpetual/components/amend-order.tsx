import { useCallback, useId, useState } from 'react';
import type { WireContract, WireDepth } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { sameFigures } from '#lib/assessment.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { stepPrice } from '#lib/market-units.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { depthTopic, useTopic } from '#realtime/topics.ts';
import { BeforeAfter } from '#ui/before-after.tsx';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal } from '#ui/format.ts';
import { FormError } from '#ui/form-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { showToast } from '#ui/toast.ts';
import { amendOrder } from '../api/orders.ts';
import { assessAmendment, toAmendRequest, type AmendRequest, type Change } from '../model/amend.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import { UNFINISHED } from '../model/validate.ts';
import type { WaitingOrder } from '../model/waiting.ts';
import { LotsField } from './lots-field.tsx';
import { problemText } from './problem-text.ts';
import { useExactMoney } from './ticket-preview.tsx';
import { useTicketContext } from './use-ticket.ts';

/** With what it changes: back at the same figures later, the same change is another one. */
interface ToAmend {
  readonly request: AmendRequest;
  readonly from: string;
}

const amending = defineIdempotentCall('POST lever/amend', ({ request }: ToAmend, key) =>
  amendOrder(request, key),
);

/** Changes price and lots of a waiting order. Shows what that does to its money and its turn before it is sent. */
export function AmendOrder({
  order,
  contract,
  hasEnded,
  onClose,
}: {
  /** As it is now: it may be filled in part meanwhile. */
  readonly order: WaitingOrder;
  readonly contract: WireContract;
  readonly hasEnded: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['perpetual', 'spot', 'common']);
  const { t: own } = useTranslation('perpetual');
  const formId = useId();
  const units = contractUnits(contract);
  const money = useExactMoney(contract);
  const [change, setChange] = useState<Change>(() => ({
    price: order.price,
    lots: String(order.ordered),
  }));
  const contextOf = useTicketContext(contract);
  const judge = useCallback(
    (depth: WireDepth | undefined) => assessAmendment(order, change, contextOf(depth)),
    [order, change, contextOf],
  );
  const judged = useTopic(depthTopic(contract.market_id, 'perpetual'), judge, sameFigures);
  const amendment = judged ?? judge(undefined);
  const { lots, problems, isChanged, atOnce } = amendment;
  const form = useForm(isChanged ? problems : [], { unfinished: UNFINISHED });
  const { busy, unsure, error, submit, clearError } = useSubmit(amending, {
    onDone: ({ fills }) => {
      const traded = fills.reduce((sum, fill) => sum + fill.lots, 0);
      const filled = t('perpetual:position.lots', { lots: formatDecimal(String(traded)) });
      showToast(traded > 0 ? t('spot:amend.traded', { filled }) : t('spot:amend.done'), 'good');
      onClose();
    },
  });
  const put = (part: Partial<Change>) => {
    clearError();
    setChange({ ...change, ...part });
  };
  const first = form.blocker;
  const quote = contract.quote.code;
  const count = (of: string) => t('perpetual:position.lots', { lots: formatDecimal(of) });
  const label = hasEnded
    ? t('spot:amend.ended')
    : !isChanged
      ? t('spot:amend.unchanged')
      : first
        ? problemText(first, own)
        : t('spot:amend.save');
  const send = () => {
    if (busy || hasEnded || !isChanged) return;
    const request = toAmendRequest(order, change, contextOf(undefined));
    void submit({ request, from: `${order.price} ${order.ordered}` });
  };
  const what = `${order.closes ? `${t('perpetual:action.close')} ` : ''}${t(`perpetual:direction.${order.direction}`)}`;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('spot:amend.title')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('common:actions.back')}
          </Button>
          <Button type="submit" form={formId} busy={busy} disabled={hasEnded || !isChanged}>
            {label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack-2"
        aria-label={t('spot:amend.title')}
        noValidate
        onSubmit={form.guard(send)}
      >
        <p className="weight-500">
          <span className={order.direction === 'long' ? 'up' : 'down'}>{what}</span> {contractName(contract)}
        </p>
        <TicketField
          label={t('perpetual:ticket.priceIn', { currency: quote })}
          name="price"
          value={change.price}
          onChange={price => put({ price })}
          decimals={units.priceDecimals}
          unit={quote}
          wrong={first?.field === 'price'}
          onStep={by => put({ price: stepPrice(change.price, by, units) })}
        />
        <LotsField
          contract={contract}
          label={t('perpetual:ticket.lots')}
          value={change.lots}
          lots={lots}
          valueMinor={null}
          wrong={first?.field === 'lots'}
          onChange={text => put({ lots: text })}
          onStep={by => {
            const next = (lots ?? 0n) + BigInt(by);
            put({ lots: String(next < 1n ? 1n : next) });
          }}
        />
        <KeyValues className="sums mt-1">
          <KeyValue label={t('perpetual:ticket.price')}>
            <BeforeAfter
              before={`${formatDecimal(order.price)} ${quote}`}
              after={`${formatDecimal(change.price)} ${quote}`}
            />
          </KeyValue>
          <KeyValue label={t('perpetual:position.size')}>
            <BeforeAfter before={count(String(order.ordered))} after={count(change.lots)} />
          </KeyValue>
          {order.lots === order.ordered ? null : (
            <KeyValue label={t('perpetual:orders.filled')}>
              {count(String(order.ordered - order.lots))}
            </KeyValue>
          )}
          {amendment.frozenMinor === null ? null : (
            <KeyValue label={t('perpetual:preview.needed')}>
              <BeforeAfter before={money(amendment.frozenMinor)} after={money(amendment.frozenAfterMinor)} />
            </KeyValue>
          )}
        </KeyValues>
        {isChanged && !hasEnded ? (
          <output className="note block">
            {t(amendment.keepsPlace ? 'spot:amend.keeps' : 'spot:amend.loses')}
            {atOnce > 0n ? ` ${t('spot:amend.atOnce', { amount: count(String(atOnce)) })}` : null}
          </output>
        ) : null}
        <FormError error={error} unsure={unsure && t('spot:amend.unsure')} />
      </form>
    </Sheet>
  );
}
