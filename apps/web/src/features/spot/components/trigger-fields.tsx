import type { WireMarket } from '@tallystick/protocol/wire';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { ChoiceSheet } from '#ui/choice-sheet.tsx';
import { PickerButton } from '#ui/picker-button.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import { hasTrail, watches } from '../model/order-types.ts';
import type { Ticket, TicketAction, TriggerSource } from '../model/ticket.ts';
import { TRAIL_PERCENT_DECIMALS } from '../model/trail.ts';
import type { TicketField as FieldName } from '../model/validate.ts';

const SOURCES: readonly TriggerSource[] = ['last', 'index'];

interface FieldsProps {
  readonly market: WireMarket;
  readonly ticket: Ticket;
  readonly dispatch: (action: TicketAction) => void;
  readonly isWrong: (field: FieldName) => boolean;
}

function TrailField({ market, ticket, dispatch, isWrong }: FieldsProps) {
  const { t } = useTranslation('spot');
  const { by, text } = ticket.trail;
  const isPercent = by === 'percent';
  const unit = isPercent ? '%' : market.quote.code;
  return (
    <TicketField
      label={t('trail.distance')}
      name="trail"
      value={text}
      onChange={typed => dispatch({ type: 'trailTyped', text: typed })}
      decimals={isPercent ? TRAIL_PERCENT_DECIMALS : unitsOf(market).priceDecimals}
      unit={unit}
      wrong={isWrong('trail')}
      onUnit={{
        label: t('trail.changeUnit', { unit }),
        run: () => dispatch({ type: 'trailUnitChosen', by: isPercent ? 'distance' : 'percent' }),
      }}
    />
  );
}

function SourcePicker({ ticket, dispatch }: Pick<FieldsProps, 'ticket' | 'dispatch'>) {
  const { t } = useTranslation('spot');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <PickerButton
        label={t('source.title')}
        value={t(`source.${ticket.source}`)}
        onClick={() => setOpen(true)}
      />
      <ChoiceSheet
        open={open}
        title={t('source.title')}
        choices={SOURCES.map(value => ({
          value,
          title: t(`source.${value}`),
          detail: t(`source.${value}Text`),
        }))}
        chosen={ticket.source}
        onChoose={source => {
          dispatch({ type: 'sourceChosen', source });
          close();
        }}
        onClose={close}
      />
    </>
  );
}

/** What a stop waits for: its trigger or its trail, and the price that it watches. Nothing for other orders. */
export function TriggerFields(props: FieldsProps) {
  const { market, ticket, dispatch, isWrong } = props;
  const { t } = useTranslation('spot');
  if (!watches(ticket.type)) return null;
  const quote = market.quote.code;
  const trails = hasTrail(ticket.type);
  return (
    <>
      {trails ? <TrailField {...props} /> : null}
      <TicketField
        label={trails ? t('trail.activation') : t('ticket.triggerIn', { currency: quote })}
        name="trigger"
        value={ticket.trigger}
        onChange={text => dispatch({ type: 'triggerTyped', text })}
        decimals={unitsOf(market).priceDecimals}
        unit={quote}
        wrong={isWrong('trigger')}
      />
      <SourcePicker ticket={ticket} dispatch={dispatch} />
    </>
  );
}
