import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WirePicture } from '@tallystick/protocol';
import { Caller } from '@tallystick/server/testing/caller';
import { operator } from '@tallystick/server/testing/operator';
import { setOptionTerms } from '@tallystick/server/testing/option-terms';
import { samplePicture } from '@tallystick/server/testing/sample-pictures';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import type { RunningExchange } from '../app.ts';
import { PASSWORD } from '../customer.ts';
import { TIMEOUT_MS } from '../phone.ts';
import { viewsOf, type View } from './plan.ts';

const FUND_PASSWORD = '258147';
const TRON_ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
/** One option that ends soon, and one that runs longer than any walk. */
const OPTION_SECONDS = [15, 3_000];
/** Longer than any line and without a place to break, as people may enter. */
const LONG_WORD = 'https://example.org/transactions/f2b9c5e0d1a84737be6670c1a2d5f0b19e3c';

/** Server settings for a walk: many calls come from one address, and proofs must be ready soon. */
export const WALKED = { RATE_LIMITS: 'off', PRICE_LOG_CHECKPOINT_MS: '1000' };

/** An exchange whose pages are not empty. */
export interface Furnished {
  /** Local storage of the customer who owns all of it, logged in. */
  readonly session: Readonly<Record<string, string>>;
  /** Every route, and those with a query that shows something else. */
  readonly views: readonly View[];
}

/** Creates items of every kind for the demo's ready customer, who is verified, so that no list is empty. */
export async function furnish(exchange: RunningExchange): Promise<Furnished> {
  const login = { kind: 'email', account: 'demo@tallystick.example', password: 'tally-demo' } as const;
  const { token, user } = await new Caller(exchange.url).call('POST user/login', login);
  const customer = new Caller(exchange.url, { token });
  await invite(customer, user.invitation_code);
  await setOptionTerms(exchange.url, {
    marketId: 1,
    staleMs: 5_000,
    times: OPTION_SECONDS.map(s => [s, '80']),
  });
  const optionId = await trade(customer);
  const money = await moveMoney(customer);
  const ticketId = await ask(customer, money.withdrawalId);
  await eventually(() => customer.call('GET microtrade/proof', { option_id: optionId }));
  const notices = await customer.call('POST news/list', { limit: 20 });
  return {
    session: { 'tallystick.token': token, 'tallystick.user': JSON.stringify(user) },
    views: viewsOf(
      [...OF_MARKETS, ...OF_HELP, ...OF_RECORDS],
      [
        `/pages/help-center/ticket?id=${ticketId}`,
        `/pages/help-center/ticket?about=withdrawal&about_id=${money.withdrawalId}`,
        `/pages/assets/withdraw/detail?id=${money.withdrawalId}`,
        `/pages/user/address/address?id=${money.addressId}`,
        `/pages/index/notice/notice?id=${notices.items[0]?.id ?? 1}`,
        `/pages/option/order?id=${optionId}`,
        `/pages/proof/index?option=${optionId}`,
      ],
    ),
  };
}

const OF_MARKETS = [
  '/pages/lever/index?market=1',
  '/pages/lever/details?market=1',
  '/pages/trade/kline?market=1&product=contract',
  '/pages/trade/kline?market=1&panel=depth',
  '/pages/option/detail?market=1',
  '/pages/finance/buyPage?product=1',
  '/pages/finance/ordersPage?state=calendar',
  '/pages/publication/details?id=1',
  '/pages/publication/details?id=2',
  '/pages/publication/details?id=3',
  '/pages/publication/purchase?id=2',
  '/pages/publication/index?tab=orders',
  '/pages/proof/index?tick=1',
];
const OF_HELP = [
  '/pages/help-center/list?category=funds',
  '/pages/help-center/center?q=insufficient_balance',
  '/pages/help-center/center?q=nothing-has-this-name',
  '/pages/help-center/detail?code=insufficient_balance',
  '/pages/help-center/detail?slug=funding',
  '/pages/settings/law?document=privacy',
  '/pages/settings/law?document=risk',
];
const OF_RECORDS = [
  '/pages/assets/record?account=trust',
  '/pages/assets/record?kind=deposits',
  '/pages/assets/record?kind=withdrawals',
  '/pages/assets/statement?view=profit',
  '/pages/assets/statement?view=taxes',
  '/pages/assets/convert?from=1&to=3',
  '/pages/assets/deposit/charge?currency=3&network=TRC20',
  '/pages/assets/deposit/index?currency=9999',
  '/pages/assets/withdraw/index?currency=3',
  '/pages/promotion/index?tab=rebates',
  '/pages/promotion/index?tab=top',
  '/open-location?latitude=13.7563&longitude=100.5018&name=Bangkok',
];

/** A friend who trades, and one who does not. */
async function invite(customer: Caller, invitation: string): Promise<void> {
  const [friend] = [
    await register(customer.url, 'a-friend-with-a-long-name@walk.example', invitation),
    await register(customer.url, 'bo@walk.example', invitation),
  ];
  await friend.call('POST wallet/faucet', {});
  // For a moment after its opening a market has no offers.
  await eventually(() =>
    friend.call('POST coin/trade', { market_id: 1, side: 'buy', type: 'market', budget: '2000' }),
  );
}

async function register(url: string, email: string, invitation: string): Promise<Caller> {
  const visitor = new Caller(url);
  const { demo_code: code } = await visitor.call('POST sms_mail', { email, purpose: 'register' });
  const { token } = await visitor.call('POST user/register', {
    kind: 'email',
    account: email,
    code: code ?? '',
    password: PASSWORD,
    re_password: PASSWORD,
    invitation_code: invitation,
    agreement: true,
  });
  return new Caller(url, { token });
}

/** Creates orders, positions, options, deposits, conversions and alerts. Returns the option's number. */
async function trade(customer: Caller): Promise<number> {
  for (const to of ['contract', 'option', 'trust'] as const) {
    await customer.call('POST wallet/change', { from: 'spot', to, currency_id: USDT, amount: '1500' });
  }
  const optionId = await buyOptions(customer);
  const bought = { market_id: 1, side: 'buy', type: 'market', budget: '1500' } as const;
  const { fills } = await eventually(() => customer.call('POST coin/trade', bought));
  const price = String((BigInt(fills[0]?.price.split('.')[0] ?? '0') * 99n) / 100n);
  await customer.call('POST coin/trade', { market_id: 1, side: 'buy', price, quantity: '0.0125' });
  for (const [direction, lots] of [
    ['long', '30'],
    ['short', '15'],
  ] as const) {
    await eventually(() =>
      customer.call('POST lever/submit', { market_id: 1, direction, lots, multiple: '20' }),
    );
  }
  await customer.call('POST lever/submit', {
    market_id: 1,
    direction: 'long',
    type: 'limit',
    price,
    lots: '5',
    multiple: '10',
  });
  await addAlerts(customer, price);
  await eventually(() => convert(customer));
  await customer.call('POST lh/deposit', {
    product_id: 1,
    amount: '1000',
    terms_version: 1,
    agreement: true,
  });
  // The offer starts some seconds after the first price of bitcoin.
  await eventually(() =>
    customer.call('POST lh/send/order', { offer_id: 2, currency_id: USDT, amount: '250', agreement: true }),
  );
  return optionId;
}

/** Returns the number of the option that ends soon. */
async function buyOptions(customer: Caller): Promise<number> {
  const terms = await customer.call('GET microtrade/seconds', { market_id: 1 });
  const bought: number[] = [];
  for (const seconds of OPTION_SECONDS) {
    const { option } = await eventually(() =>
      customer.call('POST microtrade/submit', {
        market_id: 1,
        direction: 'fall',
        seconds,
        currency_id: USDT,
        amount: '5',
        terms_version: terms.terms_version,
      }),
    );
    bought.push(option.option_id);
  }
  return bought[0] ?? 0;
}

async function addAlerts(customer: Caller, price: string): Promise<void> {
  for (const alert of [
    { market_id: 1, kind: 'level', value: price },
    { market_id: 1, kind: 'change', value: '0.01', repeating: true },
    { market_id: 1, kind: 'change', value: '-0.01', repeating: true },
    { market_id: 2, kind: 'day_change', value: '90' },
    { market_id: 1, kind: 'funding', value: '0.5' },
  ] as const) {
    await eventually(() => customer.call('POST alert/add', alert));
  }
}

async function convert(customer: Caller): Promise<void> {
  const asked = { from_id: USDT, to_id: BTC, amount: '250' };
  const { quote } = await customer.call('POST convert/quote', asked);
  await customer.call('POST convert/accept', { quote });
}

interface Money {
  readonly withdrawalId: number;
  readonly addressId: number;
}

/** Creates a pending deposit and withdrawal, an address and a bank card. */
async function moveMoney(customer: Caller): Promise<Money> {
  const password = FUND_PASSWORD;
  await customer.call('POST user/e_pwd', {
    password,
    re_password: password,
    code: await proof(customer, 'fund_password'),
  });
  const { address } = await customer.call('POST wallet/addaddress', {
    currency_id: USDT,
    network: 'TRC20',
    address: TRON_ADDRESS,
    label: 'Cold wallet in the safe of the bank',
    password,
    code: await proof(customer, 'address'),
  });
  await customer.call('POST user/cash_save', {
    holder: 'Nguyen Van A',
    card_number: '9704-3600 0000 1234',
    bank_name: 'Vietcombank',
    branch: 'District 1',
    password,
    code: await proof(customer, 'bank_card'),
  });
  const { withdrawal } = await customer.call('POST wallet/out', {
    currency_id: USDT,
    amount: '100',
    address_id: address.address_id,
    password,
    code: await proof(customer, 'withdraw'),
  });
  const voucher = await upload(customer, 'voucher', 3);
  await customer.call('POST wallet/charge_req', {
    currency_id: USDT,
    network: 'TRC20',
    amount: '250',
    picture_id: voucher.picture_id,
  });
  return { withdrawalId: withdrawal.withdrawal_id, addressId: address.address_id };
}

type Purpose = 'fund_password' | 'address' | 'bank_card' | 'withdraw';

/** A verification code, as a demo shows it. */
async function proof(customer: Caller, purpose: Purpose): Promise<string> {
  return (await customer.call('POST set/sms_other_mail', { purpose })).demo_code ?? '';
}

async function upload(customer: Caller, kind: string, seed: number): Promise<WirePicture> {
  const body = new FormData();
  body.set('kind', kind);
  body.set(
    'file',
    new Blob([new Uint8Array(await samplePicture(seed))], { type: 'image/jpeg' }),
    'photo.jpg',
  );
  const headers = { authorization: customer.token };
  const reply = await fetch(`${customer.url}/api/upload`, { method: 'POST', headers, body });
  const { type, data } = (await reply.json()) as { type: string; data: WirePicture };
  if (type !== 'ok') throw new Error(`a picture was refused with ${reply.status}`);
  return data;
}

/** Creates a ticket with an answer, feedback and a conversation. Returns the ticket's number. */
async function ask(customer: Caller, withdrawalId: number): Promise<number> {
  const picture = await upload(customer, 'support', 11);
  const ticket = await customer.call('POST ticket/file', {
    request_key: randomUUID(),
    about: 'withdrawal',
    about_id: withdrawalId,
    title: `Where is my withdrawal? ${LONG_WORD}`,
    text: `It has not come.\n\n${LONG_WORD}`,
    pictures: String(picture.picture_id),
  });
  const support = await operator(customer.url, 'support');
  const answer = { text: `A colleague checks it: ${LONG_WORD}` };
  await support.call('POST desk/queue_decide', {
    queue: 'ticket',
    id: ticket.ticket_id,
    action: 'answer',
    inputs: answer,
  });
  await customer.call('POST feedback/send', { request_key: randomUUID(), text: 'A dark chart, please.' });
  const { case: conversation } = await customer.call('POST chat/send', {
    client_id: randomUUID(),
    text: `Where is my deposit? ${LONG_WORD}`,
  });
  await support.call('POST desk/chat_send', {
    case_id: conversation.case_id,
    client_id: randomUUID(),
    text: `Here: ${LONG_WORD}`,
  });
  return ticket.ticket_id;
}

/** Repeats until it is not refused. */
async function eventually<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (const until = performance.now() + TIMEOUT_MS; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > until) throw error;
      await wait(250);
    }
  }
}
