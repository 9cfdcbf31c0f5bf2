import type { Namespace } from '#i18n/namespaces.ts';
import { lazyPage, type LazyPage } from './lazy-page.tsx';
import { paths } from '../lib/paths.ts';

interface OtherRoute {
  readonly path: string;
  readonly page: LazyPage;
  /** Needs a session: visitors are sent to log in and come back. */
  readonly guarded: boolean;
}

type Load = Parameters<typeof lazyPage>[0];

function open(
  { path }: { readonly path: string },
  load: Load,
  namespaces: readonly Namespace[] = [],
): OtherRoute {
  return { path, page: lazyPage(load, namespaces), guarded: false };
}

function guarded(
  { path }: { readonly path: string },
  load: Load,
  namespaces: readonly Namespace[] = [],
): OtherRoute {
  return { path, page: lazyPage(load, namespaces), guarded: true };
}

/** Every page but home: one lazy file per route, in folders as in the path. */
export const otherRoutes: readonly OtherRoute[] = [
  open(paths.trade, () => import('#pages/trade/index.tsx'), ['market', 'spot', 'limit']),
  open(paths.contract, () => import('#pages/lever/index.tsx'), ['perpetual', 'market', 'wallet', 'limit']),
  open(paths.contractDetails, () => import('#pages/lever/details.tsx'), ['perpetual']),
  open(paths.trust, () => import('#pages/template/index.tsx'), ['trust']),
  guarded(paths.assets, () => import('#pages/assets/index.tsx'), ['wallet', 'display']),

  open(paths.login, () => import('#pages/user/login/login.tsx'), ['account']),
  open(paths.secondFactor, () => import('#pages/user/login/login1.tsx'), ['account', 'recovery']),
  open(paths.chooseCountry, () => import('#pages/user/login/choose.tsx'), ['account']),
  open(paths.register, () => import('#pages/user/login/register.tsx'), ['account']),
  open(paths.registerPassword, () => import('#pages/user/login/register1.tsx'), ['account']),
  open(paths.loginLink, () => import('#pages/user/login/link.tsx'), ['account']),
  open(paths.recovery, () => import('#pages/user/login/recovery.tsx'), ['recovery', 'account']),
  open(paths.recoveryStop, () => import('#pages/user/login/recoveryStop.tsx'), ['recovery', 'account']),
  open(paths.forgetPassword, () => import('#pages/user/login/forgetPassword.tsx'), ['account']),

  open(paths.settings, () => import('#pages/settings/index.tsx'), [
    'settings',
    'notification',
    'installed',
    'display',
  ]),
  guarded(paths.settingsAccount, () => import('#pages/settings/account/index.tsx'), [
    'settings',
    'security',
    'account',
  ]),
  open(paths.language, () => import('#pages/settings/language/language.tsx'), ['settings']),
  guarded(paths.security, () => import('#pages/settings/security/index.tsx'), [
    'security',
    'limit',
    'recovery',
  ]),
  guarded(paths.changePassword, () => import('#pages/settings/security/changePassword.tsx'), [
    'account',
    'security',
  ]),
  guarded(paths.changePayPassword, () => import('#pages/settings/security/changePayPassword.tsx'), [
    'account',
    'security',
  ]),
  guarded(paths.limits, () => import('#pages/settings/limits.tsx'), ['limit']),
  open(paths.law, () => import('#pages/settings/law.tsx'), ['law', 'identity']),
  guarded(paths.notificationSettings, () => import('#pages/settings/notices.tsx'), [
    'notification',
    'security',
  ]),
  guarded(paths.signContract, () => import('#pages/settings/signcontract.tsx'), ['identity', 'pictures']),

  open(paths.notices, () => import('#pages/notice/index.tsx'), ['notice', 'notification']),
  guarded(paths.priceAlerts, () => import('#pages/notice/alerts.tsx'), ['notification', 'market']),
  open(paths.notice, () => import('#pages/index/notice/notice.tsx'), ['notice', 'notification']),

  open(paths.launches, () => import('#pages/publication/index.tsx'), ['launch']),
  open(paths.launch, () => import('#pages/publication/details.tsx'), ['launch']),
  guarded(paths.launchPurchase, () => import('#pages/publication/purchase.tsx'), ['launch', 'limit']),

  open(paths.chart, () => import('#pages/trade/kline.tsx'), [
    'chart',
    'display',
    'market',
    'spot',
    'perpetual',
  ]),
  open(paths.option, () => import('#pages/option/detail.tsx'), ['option', 'limit']),
  guarded(paths.optionOrder, () => import('#pages/option/order.tsx'), ['option']),

  guarded(paths.verification, () => import('#pages/verification/index.tsx'), ['identity']),
  guarded(paths.verificationBasic, () => import('#pages/verification/basic.tsx'), ['identity']),
  guarded(paths.verificationAdvanced, () => import('#pages/verification/advanced.tsx'), [
    'identity',
    'pictures',
  ]),

  guarded(paths.ownData, () => import('#pages/settings/data.tsx'), ['account']),
  guarded(paths.verificationFunds, () => import('#pages/verification/funds.tsx'), ['identity', 'pictures']),

  guarded(paths.tradeAccount, () => import('#pages/assets/tradeAccount.tsx'), ['wallet', 'display']),
  guarded(paths.records, () => import('#pages/assets/record.tsx'), [
    'wallet',
    'deposit',
    'withdrawal',
    'pictures',
  ]),
  guarded(paths.statement, () => import('#pages/assets/statement.tsx'), ['statement', 'wallet']),
  guarded(paths.balanceProof, () => import('#pages/assets/balanceProof.tsx'), [
    'liability',
    'reserves',
    'prices',
    'option',
  ]),
  guarded(paths.portfolio, () => import('#pages/assets/portfolio.tsx'), ['portfolio', 'wallet']),
  guarded(paths.convert, () => import('#pages/assets/convert.tsx'), ['convert', 'wallet']),
  guarded(paths.transfer, () => import('#pages/assets/transfer/index.tsx'), ['wallet']),
  guarded(paths.transferRecords, () => import('#pages/assets/transfer/record.tsx'), ['wallet']),
  guarded(paths.deposit, () => import('#pages/assets/deposit/index.tsx'), ['deposit']),
  guarded(paths.depositCharge, () => import('#pages/assets/deposit/charge.tsx'), ['deposit', 'pictures']),
  guarded(paths.withdraw, () => import('#pages/assets/withdraw/index.tsx'), ['withdrawal', 'security']),
  guarded(paths.withdrawDetail, () => import('#pages/assets/withdraw/detail.tsx'), ['withdrawal']),
  guarded(paths.withdrawBank, () => import('#pages/assets/withdraw/bank/bank.tsx'), [
    'withdrawal',
    'security',
  ]),

  guarded(paths.addresses, () => import('#pages/user/address/index.tsx'), ['withdrawal']),
  guarded(paths.address, () => import('#pages/user/address/address.tsx'), ['withdrawal']),
  guarded(paths.createAddress, () => import('#pages/user/address/create.tsx'), ['withdrawal', 'security']),

  open(paths.trustProducts, () => import('#pages/finance/index.tsx'), ['trust']),
  guarded(paths.trustPurchase, () => import('#pages/finance/buyPage.tsx'), ['trust', 'limit']),
  guarded(paths.trustOrders, () => import('#pages/finance/ordersPage.tsx'), ['trust']),
  open(paths.trustRules, () => import('#pages/finance/rulePage.tsx'), ['trust']),

  open(paths.helpCenter, () => import('#pages/help-center/center.tsx'), ['help']),
  open(paths.helpDetail, () => import('#pages/help-center/detail.tsx'), ['help']),
  open(paths.helpList, () => import('#pages/help-center/list.tsx'), ['help']),
  guarded(paths.helpTickets, () => import('#pages/help-center/tickets.tsx'), ['help']),
  guarded(paths.helpTicket, () => import('#pages/help-center/ticket.tsx'), ['help', 'pictures']),
  open(paths.helpFeedback, () => import('#pages/help-center/feedback.tsx'), ['help', 'pictures']),
  open(paths.helpChat, () => import('#pages/help-center/chat.tsx'), ['chat', 'pictures']),
  open(paths.promotion, () => import('#pages/promotion/index.tsx'), ['referral']),
  guarded(paths.bankCards, () => import('#pages/bankbind/index.tsx'), ['bank']),
  guarded(paths.bankPassword, () => import('#pages/bankbind/checkPwd.tsx'), ['bank']),
  guarded(paths.addBankCard, () => import('#pages/bankbind/addbank.tsx'), ['bank', 'security']),

  open(paths.proof, () => import('#pages/proof/index.tsx'), ['prices', 'option', 'records']),
  open(paths.publicLog, () => import('#pages/proof/public.tsx'), ['records', 'prices']),
  open(paths.reserves, () => import('#pages/reserves/index.tsx'), ['reserves', 'records']),
  open(paths.status, () => import('#pages/status/index.tsx'), ['status']),
  open(paths.maintenance, () => import('#pages/maintenance.tsx')),
  open(paths.chooseLocation, () => import('#pages/choose-location.tsx'), ['identity']),
  open(paths.openLocation, () => import('#pages/open-location.tsx'), ['identity']),
];

export const notFound = lazyPage(() => import('#pages/not-found.tsx'));

/** The page at a path, or nothing. */
export function otherPage(path: string): LazyPage | undefined {
  return otherRoutes.find(route => route.path === path)?.page;
}
