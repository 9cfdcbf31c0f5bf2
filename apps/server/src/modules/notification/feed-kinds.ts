import type { FeedKind } from '../../events/event.ts';
import type { MessageKind } from '../outbox/texts/text.ts';

type Said = readonly MessageKind[] | 'as named' | 'announcement' | null;

/**
 * The messages to customers about each kind of event; every kind must be listed. `as named`: the event names its
 * message. Null: no message, for the reason beside it.
 */
export const FEED_TELLS: Readonly<Record<FeedKind, Said>> = {
  orderFilled: ['orderBought', 'orderSold', 'contractBought', 'contractSold', 'ordersFilled'],
  stopCarriedOut: ['perpetualTakeProfit', 'perpetualStopLoss'],
  nearLiquidation: ['perpetualNearLiquidation'],
  positionLiquidated: ['perpetualLiquidated'],
  positionDeleveraged: ['perpetualDeleveraged'],
  positionToppedUp: ['perpetualToppedUp'],
  fundingSettled: ['perpetualFundingReceived', 'perpetualFundingPaid'],
  optionSettled: ['optionStaleEntry', 'optionStaleExit'],
  trustInterestPaid: ['trustInterest'],
  trustOrderEnded: ['trustCompleted', 'trustRenewed'],
  launchAllocated: ['launchAllocated'],
  launchReturned: ['launchReturned'],
  launchReleased: ['launchReleased'],
  customerNews: 'as named',
  securityNews: 'as named',
  rebateSettled: ['rebatesPaid'],
  chatAnswered: ['chatAnswered'],
  priceAlert: ['alertRose', 'alertFell', 'alertChange', 'alertDayChange', 'alertFunding'],
  noticePublished: 'announcement',
  announcementGoesOn: 'announcement',
  // The stop, fill or liquidation that ended it has its own message.
  positionEnded: null,
  // `stopCarriedOut` has the message, once the book has filled it.
  stopTriggered: null,
  // `customerNews` has the message, with the reason.
  withdrawalChanged: null,
  moneyMoved: null,
  customerFrozen: null,
  debtChanged: null,
  // The customer did it, on a page that shows the result.
  limitsChanged: null,
  optionBought: null,
  trustOrderOpened: null,
  launchCommitted: null,
  converted: null,
  dustConverted: null,
  customerOpened: null,
  promoterLinked: null,
  priceAlertChanged: null,
  depositAnnounced: null,
  identityApplied: null,
  // About markets and offers, whose pages show it.
  launchOfferChanged: null,
  marketStatusSet: null,
  haltChanged: null,
  termsAnnounced: null,
  termsSet: null,
  // About the desk only.
  operatorActed: null,
  alertRaised: null,
  alertOver: null,
  referralStandingSet: null,
};
