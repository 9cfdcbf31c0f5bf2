import type { z } from 'zod';
import { articleDeskCalls } from './desk/calls/article.ts';
import { alertDeskCalls } from './desk/calls/alert.ts';
import { auditCalls } from './desk/calls/audit.ts';
import { booksDeskCalls } from './desk/calls/books.ts';
import { chatDeskCalls } from './desk/calls/chat.ts';
import { clockCalls } from './desk/calls/clock.ts';
import { complianceDeskCalls } from './desk/calls/compliance.ts';
import { correctionDeskCalls } from './desk/calls/correction.ts';
import { custodyDeskCalls } from './desk/calls/custody.ts';
import { customerCalls } from './desk/calls/customer.ts';
import { holdingCalls } from './desk/calls/holding.ts';
import { errorLogCalls } from './desk/calls/error-log.ts';
import { houseCalls } from './desk/calls/house.ts';
import { launchDeskCalls } from './desk/calls/launch.ts';
import { marketCalls } from './desk/calls/market.ts';
import { noticeCalls } from './desk/calls/notice.ts';
import { operatorCalls } from './desk/calls/operator.ts';
import { optionDeskCalls } from './desk/calls/option.ts';
import { outboxCalls } from './desk/calls/outbox.ts';
import { perpetualCalls } from './desk/calls/perpetual.ts';
import { integrityDeskCalls } from './desk/calls/integrity.ts';
import { priceLogDeskCalls } from './desk/calls/price-log.ts';
import { proposalCalls } from './desk/calls/proposal.ts';
import { queueCalls } from './desk/calls/queue.ts';
import { referralDeskCalls } from './desk/calls/referral.ts';
import { reservesDeskCalls } from './desk/calls/reserves.ts';
import { settingCalls } from './desk/calls/setting.ts';
import { solvencyCalls } from './desk/calls/solvency.ts';
import { statusDeskCalls } from './desk/calls/status.ts';
import { trustDeskCalls } from './desk/calls/trust.ts';

/**
 * Every call of the operators' desk. Separate from customers' calls: another login, another app, and no name that a
 * customer's app could call by mistake.
 */
export const deskCalls = {
  ...operatorCalls,
  ...auditCalls,
  ...proposalCalls,
  ...marketCalls,
  ...perpetualCalls,
  ...optionDeskCalls,
  ...launchDeskCalls,
  ...trustDeskCalls,
  ...houseCalls,
  ...settingCalls,
  ...clockCalls,
  ...noticeCalls,
  ...customerCalls,
  ...chatDeskCalls,
  ...holdingCalls,
  ...solvencyCalls,
  ...custodyDeskCalls,
  ...reservesDeskCalls,
  ...integrityDeskCalls,
  ...priceLogDeskCalls,
  ...queueCalls,
  ...complianceDeskCalls,
  ...outboxCalls,
  ...errorLogCalls,
  ...statusDeskCalls,
  ...correctionDeskCalls,
  ...referralDeskCalls,
  ...articleDeskCalls,
  ...alertDeskCalls,
  ...booksDeskCalls,
};

export type DeskCalls = typeof deskCalls;
export type DeskCallName = keyof DeskCalls;
/** What the desk sends (before defaults), as JSON. */
export type DeskInput<Name extends DeskCallName> = z.input<DeskCalls[Name]['input']>;
/** What the server works with (after defaults). */
export type DeskRequest<Name extends DeskCallName> = z.output<DeskCalls[Name]['input']>;
export type DeskOutput<Name extends DeskCallName> = z.output<DeskCalls[Name]['output']>;
