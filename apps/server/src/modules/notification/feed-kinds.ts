import type { FeedKind } from '../../events/event.ts';
import type { MessageKind } from '../outbox/texts/text.ts';

type Said = readonly MessageKind[] | 'as named' | 'announcement' | null;

/**
 * What customers are told of each kind of event, and by which messages: nobody can add a kind without choosing. `as
 * named`: the event names its message. Null: nobody is told, with the reason beside it.
 */
export const FEED_TELLS: Readonly<Record<FeedKind, Said>> = {
  orderFilled: ['orderBought', 'orderSold', 'contractBought', 'contractSold', 'ordersFilled'],
  stopCarriedOut: ['perpetualTakeProfit', 'perpetualStopLoss'],
  nearLiquidation: ['perpetualNearLiquidation'],
  positionLiquidated: ['perpetualLiquidated'],
  positionDeleveraged: ['perpetualDeleveraged'],
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
  // Told as the stop, the fill or the liquidation that ended it.
  positionEnded: null,
  // Told when the book has carried it out.
  stopTriggered: null,
  // Told as `customerNews`, with the reason.
  withdrawalChanged: null,
  moneyMoved: null,
  customerFrozen: null,
  debtChanged: null,
  // The customer's own doing, on the page that shows it.
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
  // Of markets and offers, for whom they stand on their pages.
  launchOfferChanged: null,
  marketStatusSet: null,
  haltChanged: null,
  termsAnnounced: null,
  termsSet: null,
  // Of the desk.
  operatorActed: null,
  alertRaised: null,
  alertOver: null,
  referralStandingSet: null,
};
