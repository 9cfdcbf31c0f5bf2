import type { NoticeTexts } from './notice-text.ts';

export const en: NoticeTexts = {
  welcome: {
    title: 'Tallystick is open',
    summary: 'What you can do here, and where it says what it costs.',
    paragraphs: [
      'You can trade coins, hold perpetual contracts, buy second options, deposit coins for interest and subscribe to new coins. Each page says what is offered at the moment.',
      'Limit, market and stop orders are matched by price, then by time. Every form shows the fee before you send.',
      'You need not believe any result: each names what it was worked out from, and your own device works it out again.',
    ],
  },
  'checkable-books': {
    title: 'Books anyone can check',
    summary: 'What a tally stick has to do with an exchange.',
    paragraphs: [
      'A tally stick was split in two: both sides kept a half, and neither could change the count alone. That is how this exchange keeps its books.',
      'Every balance is the sum of double entries that add up to zero in each currency. Every price of the index is numbered and carries the fingerprint of the one before it, so that nothing can be rewritten later.',
      'There is no command that sets a trade, a price or a result, neither for customers nor for operators.',
    ],
  },
  'house-liquidity': {
    title: 'Who is on the other side',
    summary: 'The house quotes the books, by the same rules as everyone.',
    paragraphs: [
      'So that there is always someone to trade with, the house places ordinary orders around the index price. They wait in the same queue as yours and pay the same fees.',
      'When no fresh price is available, the house withdraws its orders until there is one again.',
    ],
  },
  'demo-funds': {
    title: 'This is a demo',
    summary: 'Money here is not real: try everything.',
    paragraphs: [
      'All balances are demo funds. On the assets page you can have some credited once a day.',
      'Prices are simulated, replayed or taken from real exchanges, as the mark at the top says. The demo traders in the books are programs.',
    ],
  },
};
