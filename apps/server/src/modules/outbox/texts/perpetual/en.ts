import type { PerpetualTexts } from './text.ts';

export const en: PerpetualTexts = {
  perpetualNearLiquidation: {
    subject: '{symbol}: close to liquidation',
    paragraphs: [
      'Position {position} in {symbol} is close to liquidation. The mark price is {mark}, it is liquidated at {liquidation}.',
      'Add margin or close part of it to keep it. You are told once until it has recovered.',
    ],
    sms: 'Tallystick: position {position} in {symbol} is close to liquidation: mark {mark}, liquidated at {liquidation}.',
  },
  perpetualTakeProfit: {
    subject: '{symbol}: take-profit carried out',
    paragraphs: [
      'The take-profit of position {position} in {symbol} was triggered at the mark price {mark}. It closed at {price} on average.',
      'Result of the position after fees and funding: {profit} USDT.',
    ],
    sms: 'Tallystick: take-profit of position {position} in {symbol} closed at {price}. Result: {profit} USDT.',
  },
  perpetualStopLoss: {
    subject: '{symbol}: stop-loss carried out',
    paragraphs: [
      'The stop-loss of position {position} in {symbol} was triggered at the mark price {mark}. It closed at {price} on average.',
      'Result of the position after fees and funding: {profit} USDT.',
    ],
    sms: 'Tallystick: stop-loss of position {position} in {symbol} closed at {price}. Result: {profit} USDT.',
  },
  perpetualToppedUp: {
    subject: '{symbol}: margin added automatically',
    paragraphs: [
      '{amount} USDT were added from your contract account to the margin of position {position} in {symbol}, because the mark price {mark} would have liquidated it.',
      'It is now liquidated at {liquidation}. {left} USDT of its limit are left; when they are used up, it is liquidated.',
    ],
    sms: 'Tallystick: {amount} USDT of margin were added to position {position} in {symbol}. {left} USDT of its limit are left.',
  },
  perpetualLiquidated: {
    subject: '{symbol}: position liquidated',
    paragraphs: [
      'Position {position} in {symbol} was liquidated at the mark price {mark}: its equity no longer covered the maintenance margin.',
      '{returned} USDT of its margin came back to you. The app shows every figure it was computed from.',
    ],
    sms: 'Tallystick: position {position} in {symbol} was liquidated at mark {mark}. {returned} USDT came back to you.',
  },
  perpetualDeleveraged: {
    subject: '{symbol}: position reduced automatically',
    paragraphs: [
      'Position {position} in {symbol} was reduced by {lots} lots at {price}, because a liquidated position on the other side could not be covered by the book and the insurance fund.',
      'The profit of these lots is yours. The app shows every figure it was computed from.',
    ],
    sms: 'Tallystick: position {position} in {symbol} was reduced by {lots} lots at {price} (auto-deleveraging).',
  },
  perpetualFundingReceived: {
    subject: 'Funding received: {amount} USDT',
    paragraphs: [
      'Your open contracts ({positions}) received {amount} USDT of funding.',
      'Funding is paid between long and short positions every 8 hours. The app lists each payment with its rate.',
    ],
    sms: 'Tallystick: your open contracts received {amount} USDT of funding.',
  },
  perpetualFundingPaid: {
    subject: 'Funding paid: {amount} USDT',
    paragraphs: [
      'Your open contracts ({positions}) paid {amount} USDT of funding.',
      'Funding is paid between long and short positions every 8 hours. The app lists each payment with its rate.',
    ],
    sms: 'Tallystick: your open contracts paid {amount} USDT of funding.',
  },
};
