import { alertsTexts } from './en/alerts.ts';
import { approvalsTexts } from './en/approvals.ts';
import { articlesTexts } from './en/articles.ts';
import { booksTexts } from './en/books.ts';
import { chatsTexts } from './en/chats.ts';
import { correctionsTexts } from './en/corrections.ts';
import { reservesTexts } from './en/reserves.ts';
import { custodyTexts } from './en/custody.ts';
import { customersTexts } from './en/customers.ts';
import { houseTexts } from './en/house.ts';
import { launchTexts } from './en/launch.ts';
import { marketsTexts } from './en/markets.ts';
import { noticesTexts } from './en/notices.ts';
import { operatorsTexts } from './en/operators.ts';
import { optionsTexts } from './en/options.ts';
import { oversightTexts } from './en/oversight.ts';
import { overviewTexts } from './en/overview.ts';
import { queuesTexts } from './en/queues.ts';
import { referralTexts } from './en/referral.ts';
import { settingsTexts } from './en/settings.ts';
import { shellTexts } from './en/shell.ts';
import { words } from './en/words.ts';

/** Every text of the desk, a file for each page. Another language is the same keys beside this one: see texts.ts. */
export const en = {
  ...words,
  ...shellTexts,
  ...overviewTexts,
  ...approvalsTexts,
  ...customersTexts,
  ...custodyTexts,
  ...reservesTexts,
  ...chatsTexts,
  ...marketsTexts,
  ...optionsTexts,
  ...settingsTexts,
  ...noticesTexts,
  ...articlesTexts,
  ...launchTexts,
  ...houseTexts,
  ...correctionsTexts,
  ...oversightTexts,
  ...operatorsTexts,
  ...queuesTexts,
  ...referralTexts,
  ...alertsTexts,
  ...booksTexts,
} as const;
