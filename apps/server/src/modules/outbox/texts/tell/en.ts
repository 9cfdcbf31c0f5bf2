import { told, type TellTexts } from './text.ts';

export const en: TellTexts = {
  orderBought: told(
    '{symbol}: bought {quantity} {base}',
    'Your order {order} bought {quantity} {base} at {price} on average.',
  ),
  orderSold: told(
    '{symbol}: sold {quantity} {base}',
    'Your order {order} sold {quantity} {base} at {price} on average.',
  ),
  contractBought: told(
    '{symbol} contract: bought {quantity} {base}',
    'Your contract order {order} bought {quantity} {base} at {price} on average.',
  ),
  contractSold: told(
    '{symbol} contract: sold {quantity} {base}',
    'Your contract order {order} sold {quantity} {base} at {price} on average.',
  ),
  ordersFilled: told(
    '{count} orders were filled',
    'The newest of them is in {symbol}. The records in the app list them all.',
  ),
  alertRose: told(
    '{symbol} has risen to {price}',
    'It has reached {level}, the price your alert was set for.',
  ),
  alertFell: told(
    '{symbol} has fallen to {price}',
    'It has reached {level}, the price your alert was set for.',
  ),
  alertChange: told('{symbol}: {percent} % since you set the alert', 'The price is {price}.'),
  alertDayChange: told('{symbol}: {percent} % in 24 hours', 'The price is {price}.'),
  alertFunding: told(
    '{symbol}: the funding rate is {rate} %',
    'It has reached {percent} %, the rate your alert was set for.',
  ),
  chatAnswered: told('Support has answered', 'An answer is waiting for you in the chat.'),
  pushTest: told('This device is told', 'From now on it is told of what you chose in the settings.'),
};
