import type { MoneyTexts } from './text.ts';

export const en: MoneyTexts = {
  depositPassed: {
    subject: 'Deposit credited: {amount} {currency}',
    paragraphs: [
      'Your deposit of {amount} {currency} has been credited to your spot account.',
      'You can trade with it at once.',
    ],
    sms: 'Tallystick: your deposit of {amount} {currency} has been credited.',
  },
  depositRejected: {
    subject: 'Deposit not credited: {amount} {currency}',
    paragraphs: [
      'Your deposit of {amount} {currency} could not be credited. Reason: {reason}',
      'You can announce it again with a clearer voucher, or contact support.',
    ],
    sms: 'Tallystick: your deposit of {amount} {currency} could not be credited. Please see the reason in the app.',
  },
  depositReversed: {
    subject: 'Deposit taken back: {amount} {currency}',
    paragraphs: [
      'The network replaced the block with your transfer of {amount} {currency}, so the credit was taken back.',
      'Once the transfer is confirmed again it is credited again. What was spent already is owed until then.',
    ],
    sms: 'Tallystick: the network undid your transfer of {amount} {currency}, so its credit was taken back.',
  },
  withdrawalAsked: {
    subject: 'Withdrawal requested: {amount} {currency}',
    paragraphs: [
      'A withdrawal of {amount} {currency} to {destination} was requested. The amount is frozen until it is decided.',
      'If this was not you, cancel it, freeze your account in the app and contact support at once.',
    ],
    sms: 'Tallystick: a withdrawal of {amount} {currency} was requested. If this was not you, freeze your account at once.',
  },
  withdrawalApproved: {
    subject: 'Withdrawal approved: {amount} {currency}',
    paragraphs: [
      'Your withdrawal of {amount} {currency} has been approved and is about to be sent.',
      'If this was not you, contact support at once.',
    ],
    sms: 'Tallystick: your withdrawal of {amount} {currency} has been approved.',
  },
  withdrawalSent: {
    subject: 'Withdrawal sent: {amount} {currency}',
    paragraphs: [
      'Your withdrawal of {amount} {currency} has been sent to {destination}.',
      'Its transaction: {transaction}',
    ],
    sms: 'Tallystick: your withdrawal of {amount} {currency} has been sent.',
  },
  withdrawalRejected: {
    subject: 'Withdrawal rejected: {amount} {currency}',
    paragraphs: [
      'Your withdrawal of {amount} {currency} was rejected. Reason: {reason}',
      'The whole amount is available again.',
    ],
    sms: 'Tallystick: your withdrawal of {amount} {currency} was rejected. The amount is available again.',
  },
  withdrawalCancelled: {
    subject: 'Withdrawal cancelled: {amount} {currency}',
    paragraphs: [
      'Your withdrawal of {amount} {currency} has been cancelled.',
      'The whole amount is available again.',
    ],
    sms: 'Tallystick: your withdrawal of {amount} {currency} has been cancelled.',
  },
  withdrawalFailed: {
    subject: 'Withdrawal not carried out: {amount} {currency}',
    paragraphs: [
      'Your request to withdraw {amount} {currency} reached us, but could not be carried out.',
      'Nothing was taken from your account. Please look at your balance, and ask again.',
    ],
    sms: 'Tallystick: your withdrawal of {amount} {currency} could not be carried out. Nothing was taken.',
  },
  addressAdded: {
    subject: 'A withdrawal address was added',
    paragraphs: [
      'The address {address} ({network}) is now in your address book for {currency}.',
      'If this was not you, freeze your account in the app and contact support at once.',
    ],
    sms: 'Tallystick: a withdrawal address was added. If this was not you, freeze your account at once.',
  },
  bankCardSaved: {
    subject: 'Your bank card was saved',
    paragraphs: [
      'Withdrawals can now go to the bank card {card}.',
      'If this was not you, freeze your account in the app and contact support at once.',
    ],
    sms: 'Tallystick: the bank card {card} was saved. If this was not you, freeze your account at once.',
  },
};
