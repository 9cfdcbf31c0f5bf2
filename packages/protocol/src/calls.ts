import type { z } from 'zod';
import { accountCalls } from './calls/account.ts';
import { agreementCalls } from './calls/agreement.ts';
import { appCalls } from './calls/app.ts';
import { bankCalls } from './calls/bank.ts';
import { chatCalls } from './calls/chat.ts';
import { companyCalls } from './calls/company.ts';
import { convertCalls } from './calls/convert.ts';
import { correctionCalls } from './calls/correction.ts';
import { depositCalls } from './calls/deposit.ts';
import { documentCalls } from './calls/document.ts';
import { helpCalls } from './calls/help.ts';
import { identityCalls } from './calls/identity.ts';
import { launchCalls } from './calls/launch.ts';
import { liabilityCalls } from './calls/liability.ts';
import { limitCalls } from './calls/limit.ts';
import { marketCalls } from './calls/market.ts';
import { noticeCalls } from './calls/notice.ts';
import { optionCalls } from './calls/option.ts';
import { ownDataCalls } from './calls/own-data.ts';
import { perpetualCalls } from './calls/perpetual.ts';
import { perpetualCrossCalls } from './calls/perpetual-cross.ts';
import { perpetualOrderCalls } from './calls/perpetual-orders.ts';
import { pictureCalls } from './calls/picture.ts';
import { portfolioCalls } from './calls/portfolio.ts';
import { priceAlertCalls } from './calls/price-alert.ts';
import { priceLogCalls } from './calls/price-log.ts';
import { publicLogCalls } from './calls/public-log.ts';
import { signedLogCalls } from './calls/signed-log.ts';
import { proofCalls } from './calls/proof.ts';
import { rateCalls } from './calls/rate.ts';
import { recoveryCalls } from './calls/recovery.ts';
import { reservesCalls } from './calls/reserves.ts';
import { referralCalls } from './calls/referral.ts';
import { securityCalls } from './calls/security.ts';
import { sourceOfFundsCalls } from './calls/source-of-funds.ts';
import { spotCalls } from './calls/spot.ts';
import { statementCalls } from './calls/statement.ts';
import { statusCalls } from './calls/status.ts';
import { ticketCalls } from './calls/ticket.ts';
import { pushCalls } from './calls/push.ts';
import { notificationCalls } from './calls/notification.ts';
import { trustCalls } from './calls/trust.ts';
import { walletCalls } from './calls/wallet.ts';
import { withdrawalCalls } from './calls/withdrawal.ts';

/**
 * Every call, keyed by method and path below `/api/`. The apps import only the types (`CallInput`, `CallOutput`),
 * so that no schema code reaches the browser.
 */
export const calls = {
  ...appCalls,
  ...statusCalls,
  ...reservesCalls,
  ...accountCalls,
  ...securityCalls,
  ...recoveryCalls,
  ...sourceOfFundsCalls,
  ...ownDataCalls,
  ...marketCalls,
  ...rateCalls,
  ...spotCalls,
  ...convertCalls,
  ...perpetualCalls,
  ...perpetualOrderCalls,
  ...perpetualCrossCalls,
  ...walletCalls,
  ...portfolioCalls,
  ...statementCalls,
  ...referralCalls,
  ...noticeCalls,
  ...chatCalls,
  ...notificationCalls,
  ...pushCalls,
  ...priceAlertCalls,
  ...pictureCalls,
  ...identityCalls,
  ...agreementCalls,
  ...documentCalls,
  ...depositCalls,
  ...correctionCalls,
  ...withdrawalCalls,
  ...bankCalls,
  ...optionCalls,
  ...liabilityCalls,
  ...limitCalls,
  ...launchCalls,
  ...trustCalls,
  ...priceLogCalls,
  ...signedLogCalls,
  ...publicLogCalls,
  ...proofCalls,
  ...helpCalls,
  ...ticketCalls,
  ...companyCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** What a client sends (before defaults). */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>;
/** What the server works with (after defaults). */
export type CallRequest<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<Calls[Name]['output']>;
