import type { WireMarket } from '@tallystick/protocol/wire';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { postOnlySaving } from '../model/fees.ts';
import {
  hasPrice,
  type OrderType,
  type Ticket,
  type TicketAction,
  type TimeInForce,
} from '../model/ticket.ts';
import { ExpiryChoice } from './expiry-choice.tsx';
import { MoreChoices } from './more-choices.tsx';
import styles from './type-picker.module.css';

const TYPES: readonly OrderType[] = ['limit', 'market', 'stop_limit', 'stop_market'];
const TIMES: readonly TimeInForce[] = ['GTC', 'GTD', 'IOC', 'FOK'];

/** For the eye only; screen readers use the pressed state. */
const chosenMark = { value: <Check size={18} className="accent" aria-hidden="true" /> };

function PickerButton({ label, value, onClick }: { label: string; value: string; onClick: () => void }) {
  return (
    <button type="button" className={styles['button']} aria-haspopup="dialog" onClick={onClick}>
      <span className="visually-hidden">{label}: </span>
      <span className="min-w-0 break-anywhere">{value}</span>
      <ChevronDown size={15} aria-hidden="true" />
    </button>
  );
}

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
      <Sheet open={open === 'type'} onClose={close} title={t('ticket.type')}>
        <List>
          {TYPES.map(orderType => (
            <Row
              key={orderType}
              title={t(`type.${orderType}`)}
              detail={t(`typeText.${orderType}`)}
              selected={ticket.type === orderType}
              {...(ticket.type === orderType ? chosenMark : {})}
              onClick={() => {
                dispatch({ type: 'typeChosen', orderType });
                close();
              }}
            />
          ))}
        </List>
        <MoreChoices extras={ticket.extras} onChange={extras => dispatch({ type: 'extrasChosen', extras })} />
      </Sheet>
      <Sheet open={open === 'time'} onClose={close} title={t('ticket.time')}>
        <List>
          {TIMES.map(timeInForce => (
            <Row
              key={timeInForce}
              title={t(`time.${timeInForce}`)}
              detail={t(`timeText.${timeInForce}`)}
              selected={ticket.timeInForce === timeInForce}
              {...(ticket.timeInForce === timeInForce ? chosenMark : {})}
              onClick={() => {
                dispatch({ type: 'timeInForceChosen', timeInForce });
                // A date has to be chosen, too.
                if (timeInForce !== 'GTD') close();
              }}
            />
          ))}
        </List>
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
      </Sheet>
    </div>
  );
}
