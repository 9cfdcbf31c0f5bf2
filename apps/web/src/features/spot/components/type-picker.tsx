import type { WireMarket } from '@tallystick/protocol/wire';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { ChoiceSheet } from '#ui/choice-sheet.tsx';
import { PickerButton } from '#ui/picker-button.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { postOnlySaving } from '../model/fees.ts';
import { hasPrice, ORDER_TYPES } from '../model/order-types.ts';
import type { Ticket, TicketAction, TimeInForce } from '../model/ticket.ts';
import { ExpiryChoice } from './expiry-choice.tsx';
import { MoreChoices } from './more-choices.tsx';

const TIMES: readonly TimeInForce[] = ['GTC', 'GTD', 'IOC', 'FOK'];

/** Order type and time in force, each choice with an explanation. */
export function TypePicker({
  market,
  ticket,
  dispatch,
}: {
  readonly market: WireMarket;
  readonly ticket: Ticket;
  readonly dispatch: (action: TicketAction) => void;
}) {
  const { t } = useTranslation('spot');
  const [open, setOpen] = useState<'type' | 'time'>();
  const close = () => setOpen(undefined);
  const saving = postOnlySaving(market);
  return (
    <div className="flex-2">
      <PickerButton
        label={t('ticket.type')}
        value={t(`type.${ticket.type}`)}
        onClick={() => setOpen('type')}
      />
      {hasPrice(ticket.type) ? (
        <PickerButton
          label={t('ticket.time')}
          value={ticket.postOnly && ticket.timeInForce === 'GTC' ? t('ticket.postOnly') : ticket.timeInForce}
          onClick={() => setOpen('time')}
        />
      ) : null}
      <ChoiceSheet
        open={open === 'type'}
        title={t('ticket.type')}
        choices={ORDER_TYPES.map(value => ({
          value,
          title: t(`type.${value}`),
          detail: t(`typeText.${value}`),
        }))}
        chosen={ticket.type}
        onChoose={orderType => {
          dispatch({ type: 'typeChosen', orderType });
          close();
        }}
        onClose={close}
      >
        <MoreChoices extras={ticket.extras} onChange={extras => dispatch({ type: 'extrasChosen', extras })} />
      </ChoiceSheet>
      <ChoiceSheet
        open={open === 'time'}
        title={t('ticket.time')}
        choices={TIMES.map(value => ({
          value,
          title: t(`time.${value}`),
          detail: t(`timeText.${value}`),
        }))}
        chosen={ticket.timeInForce}
        onChoose={timeInForce => {
          dispatch({ type: 'timeInForceChosen', timeInForce });
          // A date has to be chosen, too.
          if (timeInForce !== 'GTD') close();
        }}
        onClose={close}
      >
        {ticket.timeInForce === 'GTD' ? (
          <ExpiryChoice
            lasting={ticket.lasting}
            onChange={lasting => dispatch({ type: 'lastingChosen', lasting })}
          />
        ) : null}
        {ticket.type === 'limit' ? (
          <Checkbox
            checked={ticket.postOnly}
            onChange={postOnly => dispatch({ type: 'postOnlyChosen', postOnly })}
          >
            <b>{t('ticket.postOnly')}</b> {t('ticket.postOnlyText')}
            {saving ? ` ${t('ticket.postOnlySaves', saving)}` : null}
          </Checkbox>
        ) : null}
      </ChoiceSheet>
    </div>
  );
}
