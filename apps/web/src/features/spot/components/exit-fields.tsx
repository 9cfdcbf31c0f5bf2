import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { Checkbox } from '#ui/switch.tsx';
import { TicketField } from '#ui/ticket-field.tsx';
import type { Ticket, TicketAction } from '../model/ticket.ts';
import type { TicketField as FieldName } from '../model/validate.ts';

interface FieldsProps {
  readonly market: WireMarket;
  readonly ticket: Ticket;
  readonly dispatch: (action: TicketAction) => void;
  readonly isWrong: (field: FieldName) => boolean;
}

type PriceName = 'profit' | 'loss' | 'lossLimit' | 'stopPrice';

function PriceField({
  market,
  ticket,
  dispatch,
  isWrong,
  name,
  label,
}: FieldsProps & {
  readonly name: PriceName;
  readonly label: string;
}) {
  return (
    <TicketField
      label={label}
      name={name}
      value={ticket.parts[name]}
      onChange={text => dispatch({ type: 'partsChosen', parts: { [name]: text } })}
      decimals={unitsOf(market).priceDecimals}
      unit={market.quote.code}
      wrong={isWrong(name)}
    />
  );
}

/** The limit of a list's stop. Nothing for other orders. */
export function ListStopField(props: FieldsProps) {
  const { ticket } = props;
  const { t } = useTranslation('spot');
  if (ticket.type !== 'oco') return null;
  const isNeeded = ticket.side === 'buy';
  return (
    <PriceField
      {...props}
      name="stopPrice"
      label={t(isNeeded ? 'exits.stopPrice' : 'exits.stopPriceOrNot')}
    />
  );
}

/** Where what is bought is sold again. Nothing for other orders. */
export function ExitFields(props: FieldsProps) {
  const { ticket, dispatch } = props;
  const { t } = useTranslation('spot');
  if (ticket.type === 'oco' || ticket.side === 'sell') return null;
  return (
    <>
      <Checkbox
        checked={ticket.parts.attached}
        onChange={attached => dispatch({ type: 'partsChosen', parts: { attached } })}
      >
        {t('exits.attach')}
      </Checkbox>
      {ticket.parts.attached ? (
        <>
          <PriceField {...props} name="profit" label={t('exits.profit')} />
          <PriceField {...props} name="loss" label={t('exits.loss')} />
          <PriceField {...props} name="lossLimit" label={t('exits.stopPriceOrNot')} />
        </>
      ) : null}
    </>
  );
}
