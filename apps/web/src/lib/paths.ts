/** Every route of the app, typed: `paths.trade.getHref({ market: 1 })`. */

type Query = Readonly<Record<string, string | number | undefined>>;

export interface Path<Q extends Query = Query> {
  /** The route as the router matches it. */
  readonly path: string;
  /** The route with its query, for links and `navigate`. */
  readonly getHref: (query?: Q) => string;
}

function define<Q extends Query = Record<string, never>>(path: string): Path<Q> {
  return {
    path,
    getHref: query => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query ?? {})) {
        if (value !== undefined) search.set(name, String(value));
      }
      const text = search.toString();
      return text ? `${path}?${text}` : path;
    },
  };
}

/** How to return after logging in: 2 for tab pages, 1 for all others. */
export type BackType = '1' | '2';

interface LoginQuery extends Query {
  readonly backpage?: string | undefined;
  readonly backtype?: BackType | undefined;
}

interface AccountStepQuery extends Query {
  readonly backpage?: string | undefined;
  readonly backtype?: BackType | undefined;
  /** The invitation code of a shared link. */
  readonly invite?: string | undefined;
}

interface MarketQuery extends Query {
  readonly market?: number | undefined;
}

/** What is deposited or withdrawn: a currency id, or 9999 for the bank. */
interface FundingQuery extends Query {
  readonly currency?: number | undefined;
  readonly network?: string | undefined;
}

export const paths = {
  home: define('/pages/index/index'),
  /** `order`: opens it. */
  trade: define<MarketQuery & { side?: 'buy' | 'sell' | undefined; order?: number | undefined }>(
    '/pages/trade/index',
  ),
  /** `position`: opens it. */
  contract: define<MarketQuery & { direction?: 'long' | 'short' | undefined; position?: number | undefined }>(
    '/pages/lever/index',
  ),
  contractDetails: define<MarketQuery>('/pages/lever/details'),
  trust: define('/pages/template/index'),
  assets: define('/pages/assets/index'),

  login: define<LoginQuery>('/pages/user/login/login'),
  secondFactor: define<LoginQuery>('/pages/user/login/login1'),
  chooseCountry: define('/pages/user/login/choose'),
  register: define<AccountStepQuery>('/pages/user/login/register'),
  registerPassword: define<AccountStepQuery>('/pages/user/login/register1'),
  /** Where a mailed link leads. */
  loginLink: define<{ token?: string | undefined }>('/pages/user/login/link'),
  /** Leaves the second step, for customers who lost their second factor. */
  recovery: define<LoginQuery>('/pages/user/login/recovery'),
  /** Target of the links in messages about a recovery. */
  recoveryStop: define<{ token?: string | undefined }>('/pages/user/login/recoveryStop'),
  forgetPassword: define<AccountStepQuery>('/pages/user/login/forgetPassword'),

  settings: define('/pages/settings/index'),
  settingsAccount: define('/pages/settings/account/index'),
  language: define('/pages/settings/language/language'),
  security: define('/pages/settings/security/index'),
  changePassword: define('/pages/settings/security/changePassword'),
  changePayPassword: define('/pages/settings/security/changePayPassword'),
  limits: define('/pages/settings/limits'),
  law: define<{
    document?: 'agreement' | 'privacy' | 'risk' | undefined;
    version?: string | undefined;
  }>('/pages/settings/law'),
  notificationSettings: define('/pages/settings/notices'),
  signContract: define('/pages/settings/signcontract'),

  notices: define('/pages/notice/index'),
  priceAlerts: define('/pages/notice/alerts'),
  notice: define<{ id?: number | undefined }>('/pages/index/notice/notice'),

  launches: define<{ tab?: 'orders' | undefined }>('/pages/publication/index'),
  /** `check`: recomputes its allocation. */
  launch: define<{ id?: number | undefined; check?: 1 | undefined }>('/pages/publication/details'),
  launchPurchase: define<{ id?: number | undefined }>('/pages/publication/purchase'),

  chart: define<
    MarketQuery & {
      panel?: 'depth' | 'trades' | 'about' | undefined;
      /** `contract`: with the lines of positions, and a link to open one. */
      product?: 'contract' | undefined;
    }
  >('/pages/trade/kline'),
  option: define<MarketQuery>('/pages/option/detail'),
  optionOrder: define<{ id?: number | undefined }>('/pages/option/order'),

  verification: define('/pages/verification/index'),
  verificationBasic: define('/pages/verification/basic'),
  verificationAdvanced: define('/pages/verification/advanced'),
  ownData: define('/pages/settings/data'),
  verificationFunds: define('/pages/verification/funds'),

  tradeAccount: define<{ account?: string | undefined; currency?: number | undefined }>(
    '/pages/assets/tradeAccount',
  ),
  records: define<{
    account?: string | undefined;
    currency?: number | undefined;
    kind?: 'deposits' | 'withdrawals' | undefined;
  }>('/pages/assets/record'),
  /** Statements, profit and loss, years for taxes; `period`: a year or a month, `2026-03`. */
  statement: define<{ view?: 'profit' | 'taxes' | undefined; period?: string | undefined }>(
    '/pages/assets/statement',
  ),
  /** What one is owed, checked on the device; `point`: an earlier audit point. */
  balanceProof: define<{ point?: number | undefined }>('/pages/assets/balanceProof'),
  /** Equity, margin, exposure, worst loss, stress. */
  portfolio: define('/pages/assets/portfolio'),
  convert: define<{ from?: number | undefined; to?: number | undefined }>('/pages/assets/convert'),
  transfer: define<{
    currency?: number | undefined;
    from?: string | undefined;
    to?: string | undefined;
  }>('/pages/assets/transfer/index'),
  transferRecords: define('/pages/assets/transfer/record'),
  deposit: define<FundingQuery>('/pages/assets/deposit/index'),
  depositCharge: define<FundingQuery>('/pages/assets/deposit/charge'),
  withdraw: define<{ currency?: number | undefined }>('/pages/assets/withdraw/index'),
  withdrawDetail: define<{ id?: number | undefined }>('/pages/assets/withdraw/detail'),
  withdrawBank: define('/pages/assets/withdraw/bank/bank'),

  addresses: define('/pages/user/address/index'),
  address: define<{ id?: number | undefined }>('/pages/user/address/address'),
  createAddress: define<FundingQuery>('/pages/user/address/create'),

  trustProducts: define('/pages/finance/index'),
  trustPurchase: define<{ product?: number | undefined }>('/pages/finance/buyPage'),
  trustOrders: define<{ state?: 'completed' | 'redeemed' | 'calendar' | undefined }>(
    '/pages/finance/ordersPage',
  ),
  trustRules: define('/pages/finance/rulePage'),

  /** `tab`: the invited friends (the default), the rebates, or the ten best inviters. */
  promotion: define<{ tab?: 'rebates' | 'top' | undefined }>('/pages/promotion/index'),
  helpCenter: define('/pages/help-center/center'),
  helpChat: define('/pages/help-center/chat'),
  /** An article, or the one that explains a code. */
  helpDetail: define<{ slug?: string | undefined; code?: string | undefined }>('/pages/help-center/detail'),
  helpList: define<{ category?: string | undefined; q?: string | undefined }>('/pages/help-center/list'),
  helpTickets: define('/pages/help-center/tickets'),
  /** One ticket; without an id a new one, about the given object. */
  helpTicket: define<{ id?: number | undefined; about?: string | undefined; about_id?: number | undefined }>(
    '/pages/help-center/ticket',
  ),
  helpFeedback: define('/pages/help-center/feedback'),
  bankCards: define('/pages/bankbind/index'),
  bankPassword: define('/pages/bankbind/checkPwd'),
  addBankCard: define('/pages/bankbind/addbank'),

  /** The proof of an option, or of any price of the log by its number. */
  proof: define<{ option?: number | undefined; tick?: number | undefined }>('/pages/proof/index'),
  /** The public log; `kind` opens it at the records of one kind. */
  publicLog: define<{ kind?: string | undefined }>('/pages/proof/public'),
  status: define('/pages/status/index'),
  /** `currency`: opens it, by its code. */
  reserves: define<{ currency?: string | undefined }>('/pages/reserves/index'),
  maintenance: define('/pages/maintenance'),

  chooseLocation: define<{ country?: string | undefined }>('/choose-location'),
  openLocation: define<{ latitude: string; longitude: string; name?: string | undefined }>('/open-location'),
} as const;

/** The five tab pages, in the tab bar's order. */
export const tabPaths: readonly string[] = [
  paths.home.path,
  paths.trade.path,
  paths.contract.path,
  paths.trust.path,
  paths.assets.path,
];

/** Pages that use `backtype=2`: the tabs and the option screen (specification, section 2). */
export function backTypeOf(pathname: string): BackType {
  return tabPaths.includes(pathname) || pathname === paths.option.path ? '2' : '1';
}

/**
 * Where to go after logging in. Only routes of this app are accepted: a crafted link must not send a customer who has
 * just logged in anywhere else.
 */
export function safeBackPage(backpage: string | null | undefined): string {
  if (!backpage) return paths.home.getHref();
  const pathname = backpage.split('?')[0];
  const known = Object.values(paths).some(route => route.path === pathname);
  return known && pathname !== paths.login.path ? backpage : paths.home.getHref();
}

/** The login page, with the page to return to. */
export function loginHref(pathname: string, search = ''): string {
  return paths.login.getHref({ backpage: `${pathname}${search}`, backtype: backTypeOf(pathname) });
}
