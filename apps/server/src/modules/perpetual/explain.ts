import { parseDecimal } from '@tallystick/core/money/decimal';
import { CallFailure, refusedAs, type FailureData } from '../../http/call-failure.ts';
import type { PerpetualUnits } from './units.ts';

/** The core's field names that differ on the wire. */
const WIRE_FIELDS: Readonly<Record<string, string>> = {
  take_profit: 'take_profit_price',
  stop_loss: 'stop_loss_price',
  order_type: 'type',
  side: 'direction',
  any_multiple: 'multiple',
};

/** Adds what the core does not know: the wire's field names, and the steps named in messages. */
export function explain(failure: CallFailure, units: PerpetualUnits | undefined): CallFailure {
  const field = failure.data.field;
  const data: FailureData = {
    ...(failure.code === 'invalid_price' && units !== undefined ? { step: units.contract.tickSize } : {}),
    ...(failure.code === 'insufficient_balance' && units !== undefined ? { currency: units.quote.code } : {}),
    ...(failure.code === 'multiple_not_offered' && units !== undefined
      ? { maximum: units.contract.multiples.at(-1)! }
      : {}),
    ...failure.data,
    ...(units === undefined ? {} : shownPrices(failure.data, units)),
    ...(field === undefined ? {} : { field: WIRE_FIELDS[field] ?? field }),
  };
  return new CallFailure(failure.code, data);
}

/** For a call's `catch`. */
/** For what the core refuses: fails as `explain` says. */
export function explained(units?: PerpetualUnits): (error: unknown) => never {
  return refusedAs(refusal => explain(refusal, units));
}

/** Prices between ticks, as a message may show them. */
function shownPrices(data: FailureData, units: PerpetualUnits): FailureData {
  const shown: Record<string, string> = {};
  for (const name of ['from', 'liquidation', 'bankruptcy', 'lowest', 'highest']) {
    const priceE8 = parseDecimal(String(data[name] ?? ''), 8);
    if (priceE8 !== null) shown[name] = units.shownPrice(Number(priceE8));
  }
  return shown;
}
