import { notice, type NotificationTexts } from './text.ts';

export const en: NotificationTexts = {
  orderBought: notice(
    '{symbol}: bought {quantity} {base}',
    'Your order {order} bought {quantity} {base} at {price} on average.',
  ),
  orderSold: notice(
    '{symbol}: sold {quantity} {base}',
    'Your order {order} sold {quantity} {base} at {price} on average.',
  ),
  contractBought: notice(
    '{symbol} contract: bought {quantity} {base}',
    'Your contract order {order} bought {quantity} {base} at {price} on average.',
  ),
  contractSold: notice(
    '{symbol} contract: sold {quantity} {base}',
    'Your contract order {order} sold {quantity} {base} at {price} on average.',
  ),
  ordersFilled: notice(
    '{count} orders were filled',
    'The newest of them is in {symbol}. The records in the app list them all.',
  ),
  alertRose: notice(
    '{symbol} has risen to {price}',
    'It has reached {level}, the price your alert was set for.',
  ),
  alertFell: notice(
    '{symbol} has fallen to {price}',
    'It has reached {level}, the price your alert was set for.',
  ),
  alertChange: notice('{symbol}: {percent} % since you set the alert', 'The price is {price}.'),
  alertDayChange: notice('{symbol}: {percent} % in 24 hours', 'The price is {price}.'),
  alertFunding: notice(
    '{symbol}: the funding rate is {rate} %',
    'It has reached {percent} %, the rate your alert was set for.',
  ),
  chatAnswered: notice('Support has answered', 'An answer is waiting for you in the chat.'),
  pushTest: notice('This device is told', 'From now on it is told of what you chose in the settings.'),
};
