import type { EventType } from '@tallystick/core';
import { expect, it, vi } from 'vitest';
import type { ExchangeBodies } from '../../events/event.ts';
import { EXCHANGE_KINDS } from '../../events/kinds/exchange-kinds.ts';
import { ExchangeEvents } from './exchange-events.ts';

function recorded(): { events: ExchangeEvents; rows: () => unknown[] } {
  const events = new ExchangeEvents();
  const push = vi.spyOn(events.table, 'push');
  const rows = () =>
    push.mock.calls.map(([{ sequence, ordinal, kind, body }]) => [sequence, ordinal, kind, body]);
  return { events, rows };
}

it('fills share one row until another event comes, which keeps its place between them', () => {
  const { events, rows } = recorded();
  events.begin(41, 0);
  events.filled('spot', 7);
  events.filled('spot', 8);
  events.begin(43, 0);
  events.filled('perpetual', 3);
  events.filled('spot', 9);
  events.begin(44, 0);
  events.push('customerFrozen', 1, { frozen: true });
  events.filled('spot', 10);
  events.close();
  expect(rows()).toEqual([
    [41, 0, 'fills', '[7,3,0,0,2,2,1,1,0,0,1]'],
    [44, 0, 'customerFrozen', '{"frozen":true}'],
    [44, 1, 'fills', '[10,0,0,0,1]'],
  ]);
  expect([...events.kinds]).toEqual(['fills', 'customerFrozen']);
});

it('a row of fills stays small', () => {
  const { events, rows } = recorded();
  for (let id = 1; id <= 450; id++) {
    events.begin(id, 0);
    events.filled('spot', id);
  }
  events.close();
  const bodies = rows().map(row => (row as string[])[3]!);
  expect(bodies).toHaveLength(3);
  // The database compresses values above 2,000 bytes and moves them out of the row.
  for (const body of bodies) expect(body.length).toBeLessThan(1_500);
});

type Fed = readonly (keyof ExchangeBodies)[];

/** The feed's kinds of each event of the core, or the reason why it has none. New events must be added. */
const SAID_OF: Readonly<Record<EventType, Fed | string>> = {
  currencyConfigured: ['termsSet'],
  marketConfigured: ['termsSet'],
  perpetualConfigured: ['termsSet'],
  optionTermsSet: ['termsSet'],
  trustProductChanged: ['termsSet'],
  dustTermsSet: ['termsSet'],
  referralTermsChanged: ['termsSet'],
  termsAnnounced: ['termsAnnounced'],
  marketStatusSet: ['marketStatusSet'],
  perpetualStatusSet: ['marketStatusSet'],
  haltChanged: ['haltChanged'],
  customerOpened: ['customerOpened'],
  customerFrozenSet: ['customerFrozen'],
  posted: ['moneyMoved'],
  withdrawalChanged: ['withdrawalChanged'],
  debtChanged: ['debtChanged'],
  limitsChanged: ['limitsChanged'],
  cancelTimerChanged: 'its customer set it, and sees what it took off',
  orderPartRefused: 'only the sender is told',
  traded: ['fills'],
  perpetualTraded: ['fills'],
  converted: ['converted'],
  dustConverted: ['dustConverted'],
  positionChanged: ['positionEnded'],
  positionLiquidated: ['positionLiquidated'],
  positionDeleveraged: ['positionDeleveraged'],
  positionToppedUp: ['positionToppedUp'],
  contractChoiceSet: 'read from the exchange',
  stopTriggered: ['stopTriggered'],
  fundingSettled: ['fundingSettled'],
  optionChanged: ['optionBought', 'optionSettled'],
  trustOrderChanged: ['trustOrderOpened', 'trustOrderEnded'],
  trustInterestPaid: ['trustInterestPaid'],
  launchOfferChanged: ['launchOfferChanged'],
  launchCommitted: ['launchCommitted'],
  launchOrderChanged: ['launchAllocated', 'launchReturned', 'launchReleased'],
  promoterLinked: ['promoterLinked'],
  referralStandingSet: ['referralStandingSet'],
  rebateSettled: ['rebateSettled'],
  orderChanged: 'order noise: a row for each order is half as much again as it writes; its fills are fed',
  depthChanged: 'depth noise',
  perpetualDepthChanged: 'depth noise',
  indexTicked: 'price noise: several a second, kept in the price log',
  markChanged: 'price noise',
  premiumSampled: 'price noise: a minute’s look at each book; the funding it leads to is fed',
  fundingSkipped: 'nobody paid',
  positionsOffset: 'the positions it ends are fed, with the reason',
  perpetualOrderChanged: 'order noise; its fills are fed',
  positionModeSet: 'how orders are taken from now on; what they do is fed',
  positionsMerged: 'nothing ends and nothing moves',
  marginTypeSet: 'what carries later positions; what becomes of them is fed',
  profitSettled: 'within the account; the position is told of when it ends',
  practiceChanged: 'play money; the option that changes it is fed',
  rebateAccrued: 'one for each fill; what is paid every hour is fed',
};

it('the feed has every event of the core or a reason why not, and nothing else', () => {
  const said = Object.values(SAID_OF).flatMap(fed => (typeof fed === 'string' ? [] : fed));
  expect(new Set(said)).toEqual(new Set(Object.keys(EXCHANGE_KINDS)));
});
