import type { z } from 'zod';
import { articleDeskCalls } from './calls/desk/article.ts';
import { alertDeskCalls } from './calls/desk/alert.ts';
import { auditCalls } from './calls/desk/audit.ts';
import { chatDeskCalls } from './calls/desk/chat.ts';
import { clockCalls } from './calls/desk/clock.ts';
import { correctionDeskCalls } from './calls/desk/correction.ts';
import { customerCalls } from './calls/desk/customer.ts';
import { holdingCalls } from './calls/desk/holding.ts';
import { errorLogCalls } from './calls/desk/error-log.ts';
import { houseCalls } from './calls/desk/house.ts';
import { launchDeskCalls } from './calls/desk/launch.ts';
import { marketCalls } from './calls/desk/market.ts';
import { noticeCalls } from './calls/desk/notice.ts';
import { operatorCalls } from './calls/desk/operator.ts';
import { optionDeskCalls } from './calls/desk/option.ts';
import { outboxCalls } from './calls/desk/outbox.ts';
import { perpetualCalls } from './calls/desk/perpetual.ts';
import { integrityDeskCalls } from './calls/desk/integrity.ts';
import { priceLogDeskCalls } from './calls/desk/price-log.ts';
import { proposalCalls } from './calls/desk/proposal.ts';
import { queueCalls } from './calls/desk/queue.ts';
import { referralDeskCalls } from './calls/desk/referral.ts';
import { settingCalls } from './calls/desk/setting.ts';
import { solvencyCalls } from './calls/desk/solvency.ts';
import { statusDeskCalls } from './calls/desk/status.ts';
import { trustDeskCalls } from './calls/desk/trust.ts';

/**
 * Every call of the operators' desk, apart from the customers' ones: another login, another app, and no name that a
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
  ...integrityDeskCalls,
  ...priceLogDeskCalls,
  ...queueCalls,
  ...outboxCalls,
  ...errorLogCalls,
  ...statusDeskCalls,
  ...correctionDeskCalls,
  ...referralDeskCalls,
  ...articleDeskCalls,
  ...alertDeskCalls,
};

export type DeskCalls = typeof deskCalls;
export type DeskCallName = keyof DeskCalls;
/** What the desk sends (before defaults), as JSON. */
export type DeskInput<Name extends DeskCallName> = z.input<DeskCalls[Name]['input']>;
/** What the server works with (after defaults). */
export type DeskRequest<Name extends DeskCallName> = z.output<DeskCalls[Name]['input']>;
export type DeskOutput<Name extends DeskCallName> = z.output<DeskCalls[Name]['output']>;
