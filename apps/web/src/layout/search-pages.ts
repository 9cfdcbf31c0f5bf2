import { paths } from '#lib/paths.ts';
import type { FullKey } from '#i18n/texts.ts';

/** A page that the search finds by its name and by other words for it. */
export interface SearchedPage {
  readonly to: string;
  readonly title: FullKey<'common' | 'home' | 'search'>;
  /** Other words for it. */
  readonly words?: FullKey<'search'>;
}

/** The first ones are offered before anything is typed. */
export const SEARCHED_PAGES: readonly SearchedPage[] = [
  { to: paths.deposit.getHref(), title: 'common:menu.deposit', words: 'search:words.deposit' },
  { to: paths.withdraw.getHref(), title: 'common:menu.withdraw', words: 'search:words.withdraw' },
  { to: paths.convert.getHref(), title: 'home:quick.convert', words: 'search:words.convert' },
  { to: paths.transfer.getHref(), title: 'search:pages.transfer' },
  { to: paths.promotion.getHref(), title: 'common:menu.referral', words: 'search:words.referral' },
  { to: paths.helpCenter.getHref(), title: 'common:menu.help', words: 'search:words.help' },
  { to: paths.trade.getHref(), title: 'common:tabs.trade', words: 'search:words.trade' },
  { to: paths.contract.getHref(), title: 'common:tabs.contract', words: 'search:words.contract' },
  { to: paths.option.getHref(), title: 'home:quick.option' },
  { to: paths.trust.getHref(), title: 'common:tabs.trust', words: 'search:words.trust' },
  { to: paths.launches.getHref(), title: 'home:quick.launch' },
  { to: paths.assets.getHref(), title: 'common:tabs.assets', words: 'search:words.assets' },
  { to: paths.records.getHref(), title: 'home:quick.records', words: 'search:words.records' },
  { to: paths.records.getHref({ kind: 'deposits' }), title: 'common:menu.records' },
  { to: paths.statement.getHref(), title: 'common:menu.statement', words: 'search:words.statement' },
  { to: paths.portfolio.getHref(), title: 'search:pages.portfolio', words: 'search:words.portfolio' },
  {
    to: paths.balanceProof.getHref(),
    title: 'common:menu.balanceProof',
    words: 'search:words.balanceProof',
  },
  { to: paths.addresses.getHref(), title: 'common:menu.addresses' },
  { to: paths.bankCards.getHref(), title: 'search:pages.bankCards' },
  { to: paths.verification.getHref(), title: 'common:menu.verification', words: 'search:words.verification' },
  { to: paths.security.getHref(), title: 'common:menu.security', words: 'search:words.security' },
  { to: paths.changePassword.getHref(), title: 'search:pages.password' },
  { to: paths.changePayPassword.getHref(), title: 'search:pages.fundPassword' },
  { to: paths.limits.getHref(), title: 'search:pages.limits' },
  { to: paths.proof.getHref(), title: 'home:quick.proof', words: 'search:words.proof' },
  { to: paths.notices.getHref(), title: 'search:pages.notices' },
  { to: paths.priceAlerts.getHref(), title: 'search:pages.priceAlerts' },
  { to: paths.notificationSettings.getHref(), title: 'search:pages.notifications' },
  { to: paths.helpChat.getHref(), title: 'common:menu.contact', words: 'search:words.contact' },
  { to: paths.helpTickets.getHref(), title: 'search:pages.tickets' },
  { to: paths.language.getHref(), title: 'search:pages.language', words: 'search:words.language' },
  { to: paths.settings.getHref(), title: 'common:menu.settings', words: 'search:words.settings' },
  { to: paths.reserves.getHref(), title: 'search:pages.reserves', words: 'search:words.proof' },
  { to: paths.status.getHref(), title: 'search:pages.status' },
  { to: paths.law.getHref(), title: 'search:pages.law' },
];
