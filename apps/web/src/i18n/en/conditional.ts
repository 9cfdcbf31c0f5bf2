export const conditional = {
  offer: {
    order: 'Conditional order',
    position: 'By parts, or trailing',
  },
  offerText: {
    order: 'Waits for a price, then sends a market or limit order. It freezes nothing until then.',
    position: 'Several take-profits for parts of this position, or a stop that follows the price.',
  },
  title: 'Conditional order: {contract}',
  titlePosition: 'Conditional exit: {contract}',
  kind: 'Kind',
  kinds: {
    stop: 'Stop',
    takeProfit: 'Take-profit',
    trailing: 'Trailing',
  },
  side: 'Buy or sell',
  sides: {
    buy: 'Buy (long)',
    sell: 'Sell (short)',
  },
  waits: {
    buy: {
      rise: 'Buys once the price has risen to the trigger.',
      fall: 'Buys once the price has fallen to the trigger.',
    },
    sell: {
      rise: 'Sells once the price has risen to the trigger.',
      fall: 'Sells once the price has fallen to the trigger.',
    },
  },
  trails: {
    buy: 'Follows the price down and buys when it rises by the distance.',
    sell: 'Follows the price up and sells when it falls by the distance.',
  },
  source: 'Watched price',
  sources: {
    mark: 'Mark',
    index: 'Index',
    last: 'Last',
  },
  now: '{source} now: {price}',
  distance: 'Distance',
  changeUnit: 'Distance given in {unit}: change',
  activation: 'Follow from ({currency}, may be empty)',
  trigger: 'Trigger price ({currency})',
  placesThen: 'Order then',
  whole: 'All that is held then',
  lotsOf: 'Lots (of {lots})',
  noteReduces:
    'It only closes, at most what you hold by then. Nothing is frozen while it waits. When it fires, its order is checked like any other; if it is refused, you see why.',
  noteOpens:
    'It opens with {multiple}. Nothing is frozen while it waits. When it fires, its order is checked like any other, funds included; if it is refused, you see why.',
  place: 'Place conditional order',
  placed: 'Placed. It waits for its price.',
  problem: {
    trigger_required: 'Enter a trigger price',
    trigger_below: 'Trigger below {price}',
    trigger_above: 'Trigger above {price}',
    distance_required: 'Enter a distance',
    distance_range: 'Distance from {least} to {most} %',
    price_required: 'Enter a price',
    price_step: 'Price in steps of {step}',
    lots_required: 'Enter the lots',
    lots_too_many: 'At most {most} lots',
  },
  does: {
    open: {
      buy: 'Buy',
      sell: 'Sell',
    },
    reduce: {
      buy: 'Close short',
      sell: 'Close long',
    },
  },
  follows: 'follows from {from}',
  fires: 'Fires at',
  until: 'Until',
  list: 'Conditional orders',
  cancelAll: 'Cancel {count} conditional {count|order|orders}?',
  cancelAllText:
    'Stops and take-profits among them protect you no more. Orders in the book and positions stay.',
  none: 'No finished conditional orders',
  noneText: 'Orders that waited for a price appear here once they have fired or ended.',
  news: {
    fired: '{name} fired at {price}',
    refused: '{name} fired, but its order was refused: {reason}',
  },
  ended: {
    fired: 'Fired at {price}',
    cancelled_by_customer: 'Cancelled',
    position_closed: 'Position closed',
    expired: 'Expired',
    refused: 'Refused: {reason}',
  },
};
