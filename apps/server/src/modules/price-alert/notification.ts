import { formatMinor } from '@tallystick/core/money/decimal';
import type { FeedEvent } from '../../events/event.ts';
import type { MarketUnits, MarketUnitsTable } from '../market/units.ts';
import type { Notification } from '../notification/notification.ts';
import { percentText } from './figures.ts';

type AlertEvent = FeedEvent<'priceAlert'>;

/** The notification of a fired alert. Throws if the event has no customer. */
export function notificationOfAlert(event: AlertEvent, markets: Pick<MarketUnitsTable, 'of'>): Notification {
  const { id, customerId, atMs, body } = event;
  if (customerId === null) throw new RangeError(`alert ${body.alertId} is nobody's`);
  const units = markets.of(body.marketId);
  const values = { symbol: units.market.symbol, market: String(body.marketId), ...figures(event, units) };
  return { id, customerId, atMs, kind: kindOf(event), values };
}

function kindOf({ body }: AlertEvent): Notification['kind'] {
  switch (body.alertKind) {
    case 'level':
      return body.direction === 'up' ? 'alertRose' : 'alertFell';
    case 'change':
      return 'alertChange';
    case 'day_change':
      return 'alertDayChange';
    case 'funding':
      return 'alertFunding';
    default:
      body.alertKind satisfies never;
      throw new RangeError('no alert of that kind');
  }
}

function figures({ body }: AlertEvent, units: MarketUnits): Readonly<Record<string, string>> {
  const { alertKind, value, wanted, priceE8, threshold } = body;
  const price = priceE8 === null ? '' : units.indexPrice(priceE8);
  if (alertKind === 'level') return { price, level: formatMinor(BigInt(threshold), 8) };
  if (alertKind === 'change') return { price, percent: signed(wanted) };
  if (alertKind === 'day_change') return { price, percent: percentText('day', value) };
  return { rate: percentText('funding', value), percent: signed(wanted) };
}

function signed(percent: string): string {
  return percent.startsWith('-') ? percent : `+${percent}`;
}
