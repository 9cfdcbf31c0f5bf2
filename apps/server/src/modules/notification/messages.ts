import type { NotificationEvent } from '@tallystick/protocol';
import type { MessageKind } from '../outbox/texts/text.ts';

type Values = Readonly<Record<string, string>>;

/** What a message is about, and the page of the app that shows it. */
export interface MessageSubject {
  readonly event: NotificationEvent;
  readonly route: string | ((values: Values) => string);
  /** It is mailed whatever the customer chose for the event, because it asks "was this you?" */
  readonly alwaysMailed?: true;
}

const positions = (values: Values): string =>
  `/pages/lever/index${values['position'] === undefined ? '' : `?position=${values['position']}`}`;
const spotOrder = (values: Values): string =>
  `/pages/trade/index?market=${values['market']}&order=${values['order']}`;
const contract = (values: Values): string => `/pages/lever/index?market=${values['market']}`;
const chart = (values: Values): string => `/pages/trade/kline?market=${values['market']}`;
const fundingChart = (values: Values): string => `${chart(values)}&product=contract`;

const DEPOSITS = '/pages/assets/record?kind=deposits';
const WITHDRAWALS = '/pages/assets/record?kind=withdrawals';
const SECURITY = '/pages/settings/security/index';
const TRUST = '/pages/finance/ordersPage';
const LAUNCH = '/pages/publication/index?tab=orders';

const identity: MessageSubject = { event: 'identity', route: '/pages/verification/index' };
const security: MessageSubject = { event: 'security', route: SECURITY };
const deposit: MessageSubject = { event: 'deposit', route: DEPOSITS };
const withdrawal: MessageSubject = { event: 'withdrawal', route: WITHDRAWALS };
const option: MessageSubject = {
  event: 'option',
  route: values => `/pages/option/order?id=${values['option']}`,
};
const trust: MessageSubject = { event: 'trust', route: TRUST };
const launch: MessageSubject = { event: 'launch', route: LAUNCH };
const alert: MessageSubject = { event: 'price_alert', route: chart };

/**
 * Each message's event, which decides the category of its notice and whose preferences apply, and the page it opens.
 * Null: a code or a link that somebody asked for, which is not news.
 */
export const MESSAGE_SUBJECTS: Readonly<Record<MessageKind, MessageSubject | null>> = {
  registerCode: null,
  registerExists: null,
  forgetCode: null,
  forgetUnknown: null,
  securityCode: null,
  loginLink: null,
  loginLinkUnknown: null,
  operatorInvitation: null,
  operatorAlert: null,
  operatorAlertOver: null,
  // Sent to the address that a visitor left.
  feedbackAnswered: null,

  passwordChanged: security,
  fundPasswordChanged: security,
  twoFactorOn: security,
  twoFactorOff: security,
  recoveryCodeUsed: security,
  passkeyAdded: security,
  passkeyRemoved: security,
  newDevice: security,
  contactChanged: security,
  accountFrozen: security,
  accountUnfrozen: security,
  recoveryRequested: security,
  recoveryApproved: security,
  recoveryRejected: security,
  recoveryStopped: security,
  recoveryCompleted: security,
  addressAdded: { event: 'security', route: '/pages/user/address/index' },
  bankCardSaved: { event: 'security', route: '/pages/bankbind/index' },

  basicVerified: identity,
  basicRejected: identity,
  advancedVerified: identity,
  advancedRejected: identity,
  fundsAsked: { event: 'identity', route: '/pages/verification/funds', alwaysMailed: true },

  depositPassed: deposit,
  depositRejected: deposit,
  depositReversed: deposit,
  goodwillFault: deposit,
  goodwillLate: deposit,
  goodwillInformation: deposit,
  goodwillCourtesy: deposit,
  reversalWrongCustomer: deposit,
  reversalWrongAmount: deposit,
  reversalNotReceived: deposit,
  reversalCreditedTwice: deposit,
  reversalUpheld: deposit,
  reversalDropped: deposit,
  reversalDone: deposit,

  withdrawalAsked: { ...withdrawal, alwaysMailed: true },
  withdrawalApproved: { ...withdrawal, alwaysMailed: true },
  withdrawalSent: withdrawal,
  withdrawalRejected: withdrawal,
  withdrawalCancelled: withdrawal,
  withdrawalFailed: withdrawal,

  perpetualNearLiquidation: { event: 'near_liquidation', route: positions },
  perpetualToppedUp: { event: 'near_liquidation', route: positions },
  perpetualLiquidated: { event: 'liquidated', route: positions },
  perpetualDeleveraged: { event: 'liquidated', route: positions },
  perpetualTakeProfit: { event: 'stop', route: positions },
  perpetualStopLoss: { event: 'stop', route: positions },
  perpetualFundingReceived: { event: 'funding', route: '/pages/lever/index' },
  perpetualFundingPaid: { event: 'funding', route: '/pages/lever/index' },

  optionStaleEntry: option,
  optionStaleExit: option,
  trustInterest: trust,
  trustCompleted: trust,
  trustRenewed: trust,
  launchAllocated: launch,
  launchReturned: launch,
  launchReleased: launch,

  orderBought: { event: 'order_filled', route: spotOrder },
  orderSold: { event: 'order_filled', route: spotOrder },
  contractBought: { event: 'order_filled', route: contract },
  contractSold: { event: 'order_filled', route: contract },
  ordersFilled: { event: 'order_filled', route: '/pages/trade/index' },
  alertRose: alert,
  alertFell: alert,
  alertChange: alert,
  alertDayChange: alert,
  alertFunding: { event: 'price_alert', route: fundingChart },
  rebatesPaid: { event: 'rebate', route: '/pages/promotion/index' },
  ticketAnswered: {
    event: 'ticket',
    route: values => `/pages/help-center/ticket?id=${values['ticket']}`,
  },
  chatAnswered: { event: 'chat', route: '/pages/help-center/chat' },
  pushTest: { event: 'news', route: '/pages/notice/index' },
};

/** Throws RangeError for a message that is not news. */
export function subjectOf(kind: MessageKind): MessageSubject {
  const telling = MESSAGE_SUBJECTS[kind];
  if (telling === null) throw new RangeError(`${kind} is no news`);
  return telling;
}

export function routeOf({ route }: MessageSubject, values: Values): string {
  return typeof route === 'string' ? route : route(values);
}
