import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COSIGNATURE, verifierKeyOf } from '@tallystick/verify/note';
import { describe, expect, test } from 'vitest';
import { needlessSecrets, SettingsError, readSettings } from './settings.ts';
import { formattedDocument } from './write-document.ts';

// The Bitcoin account of the BIP-44 test mnemonic, "abandon … about".
const XPUB =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';
const LIVE = {
  MODE: 'live',
  DATABASE_URL: 'postgresql://me:secret@db.example/x',
  FEED: 'ccxt:binance,kraken,coinbase',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Exchange <a@b.example>',
  SMS_URL: 'https://sms.example/send',
  SMS_TOKEN: 'token',
  DEPOSIT_XPUB_BTC: XPUB,
  DEPOSIT_XPUB_ETH: XPUB,
  DEPOSIT_XPUB_TRON: XPUB,
  SECRET_KEY: 'ab'.repeat(32),
  DATA_KEY: 'cd'.repeat(32),
  PRICE_LOG_KEY: 'ef'.repeat(32),
  PRICE_LOG_ORIGIN: 'exchange.example/price-log',
  PUBLIC_URL: 'https://exchange.example',
  SCREENING_LISTS: '/etc/tallystick/lists',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('witnesses are keys with addresses', () => {
  const key = (byte: number) => verifierKeyOf({ name: 'w.example', publicKey: hex(byte) }, COSIGNATURE);
  const hex = (byte: number) => byte.toString(16).padStart(2, '0').repeat(32);
  const { WITNESSES } = readSettings({
    WITNESSES: `${key(1)} https://a.example, ${key(2)}  http://127.0.0.1:8091/w`,
  });
  expect(WITNESSES).toEqual([
    { key: { name: 'w.example', publicKey: hex(1) }, url: 'https://a.example' },
    { key: { name: 'w.example', publicKey: hex(2) }, url: 'http://127.0.0.1:8091/w' },
  ]);
  const ofLog = verifierKeyOf({ name: 'w.example', publicKey: hex(1) });
  for (const wrong of [
    key(1),
    `${key(1)} ftp://a.example`,
    'https://a.example',
    `${ofLog} https://a.example`,
  ]) {
    expect(problemsOf({ WITNESSES: wrong }).join()).toContain('must be keys and addresses');
  }
  const twice = `${key(1)} https://a.example, ${key(1)} https://b.example`;
  expect(problemsOf({ WITNESSES: twice }).join()).toContain('names a witness twice');
});

const SHARED = {
  DATABASE_URL: LIVE.DATABASE_URL,
  NATS_URL: 'nats://nats.example:4222',
  BUS_KEY: '12'.repeat(32),
  OBJECT_STORE_URL: 'https://s3.example/bucket',
  OBJECT_STORE_KEY_ID: 'id',
  OBJECT_STORE_SECRET: 'secret',
  SECRET_KEY: LIVE.SECRET_KEY,
  DATA_KEY: LIVE.DATA_KEY,
  PRICE_LOG_KEY: LIVE.PRICE_LOG_KEY,
};

describe('a process beside others', () => {
  const ALL_NEED = ['DATABASE_URL', 'NATS_URL', 'BUS_KEY'];
  const SERVING = ['OBJECT_STORE_URL', 'SECRET_KEY', 'DATA_KEY'];
  test.each([
    ['core', ALL_NEED],
    ['feed', ALL_NEED],
    ['gateway', [...ALL_NEED, ...SERVING]],
    ['worker', [...ALL_NEED, ...SERVING, 'PRICE_LOG_KEY']],
  ])('a %s needs what its role uses', (role, needed) => {
    expect(problemsOf({ ...SHARED, ROLE: role })).toEqual([]);
    const missing = `must be given: ROLE=${role} is one process of several, which have it alike`;
    expect(problemsOf({ ROLE: role })).toEqual(needed.map(name => `${name} ${missing}`));
    const given = Object.fromEntries(Object.entries(SHARED).filter(([name]) => needed.includes(name)));
    const objects = ['core', 'feed'].includes(role)
      ? {}
      : { OBJECT_STORE_KEY_ID: 'id', OBJECT_STORE_SECRET: 'secret' };
    expect(problemsOf({ ...given, ...objects, ROLE: role })).toEqual([]);
  });

  test('leaves out secrets that its role does not use, and names them', () => {
    const sending = { SMTP_URL: LIVE.SMTP_URL, SMS_URL: LIVE.SMS_URL, SMS_TOKEN: LIVE.SMS_TOKEN };
    const chains = { DEPOSIT_RPC_ETH: 'https://user:password@node.example', DEPOSIT_KEY_TRON: '' };
    const given = { ...SHARED, ...sending, ...chains };
    const gateway = readSettings({ ...given, ROLE: 'gateway' });
    expect(gateway).toMatchObject({ PRICE_LOG_KEY: null, SMTP_URL: null, SMS_URL: null, SMS_TOKEN: null });
    expect([gateway.SECRET_KEY, gateway.DATA_KEY]).not.toContain(null);
    expect(gateway.DEPOSIT_RPC_ETH).not.toBe(null);
    expect(needlessSecrets('gateway', given).toSorted()).toEqual([
      'PRICE_LOG_KEY',
      'SMS_TOKEN',
      'SMS_URL',
      'SMTP_URL',
    ]);
    const core = readSettings({ ...given, ROLE: 'core' });
    expect(core).toMatchObject({
      SECRET_KEY: null,
      DATA_KEY: null,
      OBJECT_STORE_URL: null,
      DEPOSIT_RPC_ETH: null,
    });
    expect(core.DEPOSIT_KEY_TRON).toEqual(readSettings({}).DEPOSIT_KEY_TRON);
    expect(needlessSecrets('core', given)).toHaveLength(10);
    for (const role of ['all', 'worker'] as const) {
      expect(needlessSecrets(role, given)).toEqual([]);
      expect(readSettings({ ...given, ROLE: role }).PRICE_LOG_KEY).not.toBe(null);
    }
  });

  test('in live needs no more than that', () => {
    const tls = { NATS_URL: 'tls://a:4222', NATS_CA: 'ca.crt' };
    const live = { ...LIVE, ...SHARED, ...tls };
    for (const role of ['core', 'gateway', 'feed', 'worker'] as const) {
      const needless = needlessSecrets(role, live);
      const given = Object.fromEntries(Object.entries(live).filter(([name]) => !needless.includes(name)));
      expect(problemsOf({ ...given, ROLE: role })).toEqual([]);
    }
    expect(problemsOf({ ...live, ROLE: 'worker', SMTP_URL: '' })).toEqual(['SMTP_URL: a mail server']);
  });

  test('is of a role that there is', () => {
    expect(problemsOf({ ...SHARED, ROLE: 'mirror' })).toEqual([
      'ROLE must be one of all, core, gateway, feed, worker (it is "mirror")',
    ]);
  });

  test('speaks to NATS as it is told to', () => {
    const over = (settings: Record<string, string>) => problemsOf({ ...SHARED, ROLE: 'core', ...settings });
    const tls = { NATS_URL: 'tls://a:4222,tls://b:4222' };
    expect(over({ ...tls, NATS_CA: 'ca.crt', NATS_CERT: 'core.crt', NATS_KEY: 'core.key' })).toEqual([]);
    expect(over(tls)).toEqual(['NATS_URL with tls:// needs NATS_CA']);
    expect(over({ NATS_URL: 'tls://a:4222,nats://b:4222', NATS_CA: 'ca.crt' })).toEqual([
      'NATS_URL mixes tls:// and nats://',
    ]);
    expect(over({ NATS_CERT: 'core.crt' })).toEqual(['NATS_CERT and NATS_KEY belong together']);
    expect(problemsOf({ ...LIVE, ...SHARED, ROLE: 'core' })).toContain('NATS_URL: servers with tls://');
  });
});

describe('settings', () => {
  test('need nothing at all in demo', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      MODE: 'demo',
      PORT: 8080,
      DATABASE_URL: null,
      FEED: { kind: 'simulated' },
      FEED_SPEED: 1,
      HOUSE: true,
    });
  });

  test('take what the environment says; empty means unset', () => {
    const settings = readSettings({
      PORT: '0',
      FEED_SPEED: '0.5',
      HOUSE: 'off',
      HOST: '',
      FEED: 'ccxt:binance,kraken',
    });
    expect(settings.PORT).toBe(0);
    expect(settings.FEED_SPEED).toBe(0.5);
    expect(settings.HOUSE).toBe(false);
    expect(settings.HOST).toBe('127.0.0.1');
    expect(settings.FEED).toEqual({ kind: 'ccxt', exchanges: ['binance', 'kraken'] });
  });

  test('may differ for single markets', () => {
    const { HOUSE_MARKETS } = readSettings({ HOUSE_MARKETS: 'BTC/USDT:spread=200, levels=20;DOGE/USDT:off' });
    expect([...HOUSE_MARKETS]).toEqual([
      ['BTC/USDT', { spread: 200, levels: 20 }],
      ['DOGE/USDT', 'off'],
    ]);
    expect(readSettings({}).HOUSE_MARKETS.size).toBe(0);
  });

  test.each([
    ['PORT', '80x', 'PORT must be a whole number (it is "80x")'],
    ['PORT', '70000', 'PORT must be at most 65535 (it is "70000")'],
    ['PORT', '8e3', 'PORT must be a whole number (it is "8e3")'],
    ['PORT', '-1', 'PORT must be at least 0 (it is "-1")'],
    ['OPERATOR_WAIT_HOURS', '11', 'OPERATOR_WAIT_HOURS must be at least 12 (it is "11")'],
    ['MODE', 'prod', 'MODE must be one of demo, live (it is "prod")'],
    ['FEED', 'replay:', 'FEED needs the folder of the recorded candles: replay:<folder> (it is "replay:")'],
    [
      'FEED',
      'replay:/no/such',
      'FEED names the folder /no/such, which does not exist (it is "replay:/no/such")',
    ],
    ['FEED', 'ccxt:', 'FEED needs exchanges as ccxt names them: ccxt:binance,kraken (it is "ccxt:")'],
    ['FEED', 'real', 'FEED must be simulated, replay:<folder> or ccxt:<exchange,exchange,…> (it is "real")'],
    ['FEED_SPEED', '0', 'FEED_SPEED must be at least 0.01 (it is "0")'],
    ['FEED_SPEED', 'Infinity', 'FEED_SPEED must be a number such as 0.5 or 60 (it is "Infinity")'],
    [
      'HOUSE_MARKETS',
      'BTC/USDT:width=5',
      'HOUSE_MARKETS has "BTC/USDT:width=5", which is not like BTC/USDT:spread=200,levels=20 (it is "BTC/USDT:width=5")',
    ],
    ['HOUSE', 'yes', 'HOUSE must be one of on, off (it is "yes")'],
    [
      'DEPOSIT_USDT_ETH',
      '0xdAC17F958D2ee523a2206206994597C13D831eC7',
      'DEPOSIT_USDT_ETH is an address with a typing mistake (it is "0xdAC17F958D2ee523a2206206994597C13D831eC7")',
    ],
    ['DEPOSIT_OWN_ETH', 'me', 'DEPOSIT_OWN_ETH must be an Ethereum address (0x…) (it is "me")'],
    [
      'DEPOSIT_OWN_BTC',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'DEPOSIT_OWN_BTC must be Bitcoin addresses, none of taproot (it is "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0")',
    ],
    [
      'DEPOSIT_NETWORK_BTC',
      'testnet',
      'DEPOSIT_NETWORK_BTC must be one of main, regtest, litecoin-regtest (it is "testnet")',
    ],
    ['DEFAULT_LANG', 'de', 'DEFAULT_LANG must be one of zh, en, hk, jp, kr, esp, th, yn (it is "de")'],
  ])('%s=%s is refused', (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([problem]);
  });

  test('report all problems at once', () => {
    expect(problemsOf({ PORT: 'x', MODE: 'y', LOG_LEVEL: 'z' })).toHaveLength(3);
  });

  test('one chain is not read as two', () => {
    const DEPOSIT_CHAIN_ETH = '56';
    const [eth, bsc] = ['https://a.example', 'https://b.example'];
    expect(problemsOf({ DEPOSIT_CHAIN_ETH, DEPOSIT_RPC_ETH: eth, DEPOSIT_RPC_BSC: bsc })).toEqual([
      'DEPOSIT_CHAIN_BSC must be another chain than DEPOSIT_CHAIN_ETH',
    ]);
    expect(readSettings({ DEPOSIT_CHAIN_ETH, DEPOSIT_RPC_ETH: eth }).DEPOSIT_CHAIN_ETH).toBe(56);
    expect(readSettings({ DEPOSIT_RPC_ETH: eth, DEPOSIT_RPC_BSC: bsc }).DEPOSIT_CHAIN_BSC).toBe(56);
  });

  test.each([
    ['CUSTODY_COLD_ETH', 'CUSTODY_HOT_ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['CUSTODY_COLD_BSC', 'CUSTODY_HOT_BSC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['CUSTODY_COLD_BTC', 'CUSTODY_HOT_BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['CUSTODY_COLD_XRP', 'DEPOSIT_ADDRESS_XRP', 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn'],
  ])('%s is another address than %s, in any spelling', (cold, hot, address) => {
    const spelt = address.startsWith('r') ? address : address.toLowerCase();
    expect(problemsOf({ [hot]: address, [cold]: spelt })).toEqual([
      `${cold} must not name the address of ${hot}`,
    ]);
    expect(readSettings({ [hot]: address })).toMatchObject({ [hot]: expect.any(String) });
  });

  test('never repeat secrets in messages', () => {
    const text = problemsOf({ SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://me:hunter2@x' }).join();
    expect(text).toContain('SECRET_KEY must be 32 random bytes');
    expect(text).toContain('DATABASE_URL must be an address');
    expect(text).not.toContain('hunter2');
  });

  test('data keys are listed newest first, each once', () => {
    const [first, second] = ['AB'.repeat(32), 'cd'.repeat(32)];
    expect(readSettings({ DATA_KEY: `${first}, ${second}` }).DATA_KEY).toEqual([
      first?.toLowerCase(),
      second,
    ]);
    expect(readSettings({}).DATA_KEY).toBeNull();
    expect(problemsOf({ DATA_KEY: `${first},${first}` })).toEqual(['DATA_KEY names a key twice']);
    for (const bad of ['ab', `${first},`, `${first} ${second}`]) {
      expect(problemsOf({ DATA_KEY: bad })[0]).toContain('DATA_KEY must be 32 random bytes');
    }
  });

  test('deposits: keys are read, nodes and addresses are lists', () => {
    const settings = readSettings({
      DEPOSIT_XPUB_ETH: XPUB,
      DEPOSIT_RPC_ETH: 'https://a.example/v3/hunter2, http://127.0.0.1:8545',
      DEPOSIT_OWN_ETH: '0xdac17f958d2ee523a2206206994597c13d831ec7,',
    });
    expect(settings.DEPOSIT_XPUB_ETH).toMatchObject({ network: 'ERC20' });
    expect(settings.DEPOSIT_RPC_ETH).toEqual(['https://a.example/v3/hunter2', 'http://127.0.0.1:8545']);
    expect(settings.DEPOSIT_OWN_ETH).toEqual(['0xdAC17F958D2ee523a2206206994597C13D831ec7']);
    expect(readSettings({})).toMatchObject({
      DEPOSIT_RPC_ETH: null,
      DEPOSIT_OWN_ETH: [],
      DEPOSIT_CHAIN_ETH: 1,
    });
    expect(readSettings({})).toMatchObject({
      DEPOSIT_RPC_BSC: null,
      DEPOSIT_CHAIN_BSC: 56,
      DEPOSIT_CONFIRMATIONS_BSC: 15,
      DEPOSIT_OWN_BSC: [],
      CUSTODY_HOT_BSC: null,
      CUSTODY_COLD_BSC: [],
    });
    const [problem] = problemsOf({ DEPOSIT_RPC_ETH: 'https://a.example,ftp://hunter2' });
    expect(problem).toContain('DEPOSIT_RPC_ETH must be an address such as');
    expect(problem).not.toContain('hunter2');
  });

  test('deposits on TRON: each node has its own key, or none', () => {
    const DEPOSIT_RPC_TRON = 'https://api.trongrid.io,http://127.0.0.1:8091/walletsolidity,https://b.example';
    expect(readSettings({ DEPOSIT_RPC_TRON, DEPOSIT_KEY_TRON: 'hunter2,, hunter3' })).toMatchObject({
      DEPOSIT_RPC_TRON: DEPOSIT_RPC_TRON.split(','),
      DEPOSIT_KEY_TRON: ['hunter2', '', 'hunter3'],
      DEPOSIT_CONFIRMATIONS_TRON: 20,
    });
    expect(readSettings({ DEPOSIT_RPC_TRON }).DEPOSIT_KEY_TRON).toEqual([]);
    expect(problemsOf({ DEPOSIT_KEY_TRON: 'hunter2' })).toEqual([
      'DEPOSIT_KEY_TRON has more keys than DEPOSIT_RPC_TRON has nodes',
    ]);
    const [problem] = problemsOf({ DEPOSIT_RPC_TRON, DEPOSIT_KEY_TRON: 'hunter2\nhunter3' });
    expect(problem).toBe('DEPOSIT_KEY_TRON must be printable ASCII');
  });

  test('replicas are of a database that is named', () => {
    const REPLICA_URLS = 'postgresql://one/x, postgresql://two/x';
    const { DATABASE_URL } = LIVE;
    expect(readSettings({ REPLICA_URLS, DATABASE_URL }).REPLICA_URLS).toEqual([
      'postgresql://one/x',
      'postgresql://two/x',
    ]);
    expect(problemsOf({ REPLICA_URLS })).toEqual([
      'REPLICA_URLS needs DATABASE_URL, whose replicas they are',
    ]);
  });

  test('the object store: an address alone, and its keys with it', () => {
    const OBJECT_STORE_URL = 'https://s3.example/bucket';
    const keys = { OBJECT_STORE_KEY_ID: 'id', OBJECT_STORE_SECRET: 'hunter2' };
    expect(readSettings({ OBJECT_STORE_URL, ...keys })).toMatchObject({
      OBJECT_STORE_URL,
      OBJECT_STORE_REGION: 'us-east-1',
      ...keys,
    });
    expect(problemsOf({ OBJECT_STORE_URL })).toEqual([
      'OBJECT_STORE_URL needs OBJECT_STORE_KEY_ID and OBJECT_STORE_SECRET',
    ]);
    expect(problemsOf({ OBJECT_STORE_URL: 's3.example', ...keys })[0]).toMatch(/must be an address/);
    for (const wrong of ['https://a@s3.example/bucket', 'https://s3.example/bucket?versions']) {
      expect(problemsOf({ OBJECT_STORE_URL: wrong, ...keys })[0]).toMatch(/neither user nor query/);
    }
  });

  test('deposits of BTC: passwords of nodes are not repeated, test chains are not for live', () => {
    expect(readSettings({ DEPOSIT_RPC_BTC: 'http://me:hunter2@a.example:8332' })).toMatchObject({
      DEPOSIT_RPC_BTC: ['http://me:hunter2@a.example:8332'],
      DEPOSIT_NETWORK_BTC: 'main',
      DEPOSIT_CONFIRMATIONS_BTC: 3,
      DEPOSIT_OWN_BTC: [],
    });
    const [problem] = problemsOf({ DEPOSIT_RPC_BTC: 'me:hunter2@a.example' });
    expect(problem).toContain('DEPOSIT_RPC_BTC must be an address such as');
    expect(problem).not.toContain('hunter2');
    expect(problemsOf({ ...LIVE, DEPOSIT_NETWORK_BTC: 'regtest' })).toEqual(['DEPOSIT_NETWORK_BTC: main']);
  });

  test('refuse a deposit key with a typing mistake, of another depth or network', () => {
    expect(problemsOf({ DEPOSIT_XPUB_BTC: XPUB.replace('Bos', 'Bps') })[0]).toContain('typing mistake');
    const master =
      'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
    expect(problemsOf({ DEPOSIT_XPUB_BTC: master })[0]).toContain('depth 0');
  });

  test('require candles in a replay folder', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-settings-'));
    expect(problemsOf({ FEED: `replay:${folder}` })[0]).toContain('holds no .csv files');
    writeFileSync(path.join(folder, 'BTCUSDT_5m.csv'), '');
    expect(readSettings({ FEED: `replay:${folder}` }).FEED).toEqual({ kind: 'replay', folder });
    rmSync(folder, { recursive: true });
  });
});

describe('live mode', () => {
  test('starts when nothing is missing', () => {
    expect(readSettings(LIVE).MODE).toBe('live');
  });

  test('reports everything that is missing', () => {
    const names = problemsOf({ MODE: 'live' }).map(problem => problem.split(':')[0]);
    expect(names).toEqual([
      'DATABASE_URL',
      'FEED',
      'SMTP_URL',
      'MAIL_FROM',
      'SMS_URL',
      'SMS_TOKEN',
      'DEPOSIT_XPUB_BTC',
      'DEPOSIT_XPUB_ETH',
      'DEPOSIT_XPUB_TRON',
      'SCREENING_LISTS',
      'SECRET_KEY',
      'DATA_KEY',
      'PRICE_LOG_KEY',
      'PRICE_LOG_ORIGIN',
      'PUBLIC_URL',
    ]);
  });

  test.each(Object.keys(LIVE).filter(name => name !== 'MODE'))('does not start without %s', name => {
    const problems = problemsOf({ ...LIVE, [name]: '' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name}:`);
  });

  test('does not start with an extended private key, and does not repeat it', () => {
    const [problem] = problemsOf({ ...LIVE, DEPOSIT_XPUB_ETH: XPUB.replace('xpub', 'xprv') });
    expect(problem).toMatch(/DEPOSIT_XPUB_ETH is a private key/);
    expect(problem).not.toContain('6BosfCnifzxc');
  });

  test.each(['ccxt:binance,kraken', 'ccxt:binance,kraken,kraken'])(
    'does not start with fewer than three sources: %s',
    FEED => {
      expect(problemsOf({ ...LIVE, FEED })).toEqual([
        expect.stringMatching(/^FEED: .* at least 3 exchanges/),
      ]);
    },
  );

  test('does not start with http links', () => {
    expect(problemsOf({ ...LIVE, PUBLIC_URL: 'http://exchange.example' })).toHaveLength(1);
  });
});

test('docs/settings.md lists exactly these settings', async () => {
  const file = new URL('../../../../docs/settings.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await formattedDocument());
});
