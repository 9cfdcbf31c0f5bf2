import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { COSIGNATURE, readVerifierKey } from '@tallystick/verify/note';
import { z } from 'zod';
import { checkAddress } from '../chains/addresses/check-address.ts';
import { BITCOIN_NETWORKS } from '../chains/addresses/bitcoin-networks.ts';
import { decodeBitcoin } from '../chains/addresses/bitcoin.ts';
import { decodeEvm } from '../chains/addresses/evm.ts';
import { ExtendedKeyError, parseDepositKey, type DepositKey } from '../chains/addresses/extended-key.ts';
import type { Network } from '../chains/networks.ts';

/** Types of settings; every value is text from the environment. */

export const text = z.string().trim();

/** A whole number, written in plain digits: `8080`, never `8e3`, `0x1f`, `8080.0`. */
export const whole = (min: number, max: number) =>
  text
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** A port, 0 for any free one, or none. */
export const portOrOff = z.union([z.literal('off'), whole(0, 65_535)], {
  error: 'must be a port (0 to 65535) or off',
});

/** A number of days, or without end. */
export const daysOrForEver = (min: number) =>
  z.union([z.literal('forever'), whole(min, 36_500)], {
    error: `must be a number of days from ${min} on, or forever`,
  });

/** A positive factor, such as `0.5` or `60`. */
export const factor = (min: number, max: number) =>
  text
    .regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be a number such as 0.5 or 60')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

export const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const yesNo = choice(['on', 'off']).transform(value => value === 'on');

export const url = (protocols: readonly string[], example: string) =>
  text.refine(
    value => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)),
    `must be an address such as ${example}`,
  );

/** Of a place below which paths are made: with neither user nor query. */
export const placeUrl = (protocols: readonly string[], example: string) =>
  url(protocols, example).pipe(
    z.string().refine(value => {
      const { username, password, search, hash } = new URL(value);
      return username + password + search + hash === '';
    }, `must have neither user nor query, such as ${example}`),
  );

/** 32 bytes, as 64 hexadecimal digits. */
export const secret = text.regex(
  /^[0-9a-f]{64}$/i,
  'must be 32 random bytes written as 64 hexadecimal digits',
);

/** Several such keys, separated by commas, each once. */
export const secrets = text
  .regex(
    /^[0-9a-f]{64}(\s*,\s*[0-9a-f]{64})*$/i,
    'must be 32 random bytes written as 64 hexadecimal digits, or several of these with commas between',
  )
  .transform(value => value.toLowerCase().split(/\s*,\s*/))
  .refine(keys => new Set(keys).size === keys.length, 'names a key twice');

/** One or more addresses, separated by commas. */
export const urls = (protocols: readonly string[], example: string) =>
  text.transform(value => value.split(',').map(part => part.trim())).pipe(z.array(url(protocols, example)));

/** Public keys and addresses of witnesses, `NAME+ID+BASE64 https://…`, separated by commas; each once. */
export const witnesses = text
  .transform((value, context) =>
    value === ''
      ? []
      : value.split(',').flatMap(part => {
          const [name = '', address = '', ...more] = part.trim().split(/\s+/);
          const key = readVerifierKey(name, COSIGNATURE);
          const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
          if (key !== null && isAddress && more.length === 0) return [{ key, url: address }];
          context.addIssue('must be keys and addresses such as NAME+ID+BASE64 https://witness.example');
          return [];
        }),
  )
  .refine(all => new Set(all.map(({ key }) => key.publicKey)).size === all.length, 'names a witness twice')
  .refine(all => all.length <= 16, 'must be at most 16');

/** Keys of other services, separated by commas; any of them may be empty. They travel in HTTP headers. */
export const apiKeys = text
  .regex(/^[!-~ ]*$/, 'must be printable ASCII')
  .transform(value => (value === '' ? [] : value.split(',').map(part => part.trim())));

/** Host names, separated by commas; `*.` in front stands for all names below. IP addresses are refused. */
export const hosts = text
  .transform(value => value.split(',').map(part => part.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/,
          'must be host names such as push.example or *.push.example, with commas between',
        ),
    ),
  );

/** Extended public keys only: an extended private key controls every deposit. */
export const depositKey = (network: Network) =>
  text.transform((value, context): DepositKey => {
    try {
      return parseDepositKey(network, value);
    } catch (error) {
      if (!(error instanceof ExtendedKeyError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

/** An address of the network, in its normal spelling, without a memo. */
export const addressOn = (network: Network) =>
  text.transform((value, context): string => {
    const check = checkAddress(network, value);
    if (check.ok && check.memo === null) return check.address;
    const why = check.ok ? 'must be without a memo' : `is no address to be paid at (${check.code})`;
    context.addIssue({ code: 'custom', message: why });
    return z.NEVER;
  });

const MOST_LISTED = 1_000_000;

/** A file with an address of the network on each line, each once. */
export const addressFile = (network: Network) =>
  text.transform((value, context): readonly [string, ...string[]] => {
    const refuse = (message: string): never => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (!existsSync(value)) return refuse('must name a file with an address on each line');
    const lines = readFileSync(value, 'utf8').split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    if (lines.length > MOST_LISTED) return refuse(`has more than ${MOST_LISTED} lines`);
    const [first, ...rest] = lines;
    if (first === undefined) return refuse('is empty');
    const wrong = lines.findIndex(line => {
      const check = checkAddress(network, line);
      return !check.ok || check.address !== line;
    });
    if (wrong !== -1) return refuse(`has no usable address on line ${wrong + 1}`);
    return new Set(lines).size === lines.length ? [first, ...rest] : refuse('names an address twice');
  });

/** Any number of them, separated by commas. */
export const addressesOn = (network: Network) =>
  text
    .transform(value => value.split(',').map(part => part.trim()))
    .transform(parts => parts.filter(Boolean))
    .pipe(z.array(addressOn(network)));

/** An Ethereum address, a contract's included, in its normal spelling. */
export const evmAddress = text.transform((value, context): string => {
  const decoded = decodeEvm(value);
  if (decoded?.state === 'address' && !decoded.burn) return decoded.address;
  context.addIssue({
    code: 'custom',
    message:
      decoded?.state === 'checksum'
        ? 'is an address with a typing mistake'
        : 'must be an Ethereum address (0x…)',
  });
  return z.NEVER;
});

/** Any number of them, separated by commas. */
export const evmAddresses = text
  .transform(value => value.split(',').map(part => part.trim()))
  .transform(parts => parts.filter(Boolean))
  .pipe(z.array(evmAddress));

/**
 * Addresses of Bitcoin, or of a test chain, separated by commas. Of the kinds whose spending shows the address: taproot
 * does not.
 */
export const bitcoinAddresses = text
  .transform(value => value.split(',').map(part => part.trim()))
  .transform(parts => parts.filter(Boolean))
  .pipe(
    z.array(
      z.string().transform((value, context): string => {
        for (const network of Object.values(BITCOIN_NETWORKS)) {
          const decoded = decodeBitcoin(value, network);
          if (decoded?.state === 'address' && decoded.kind !== 'p2tr') return decoded.address;
        }
        context.addIssue({ code: 'custom', message: 'must be Bitcoin addresses, none of taproot' });
        return z.NEVER;
      }),
    ),
  );

/** One that a single key spends, behind a witness: what the size, and so the fee, of a transaction is known by. */
export const bitcoinKeyAddress = text.transform((value, context): string => {
  for (const network of Object.values(BITCOIN_NETWORKS)) {
    const decoded = decodeBitcoin(value, network);
    if (decoded?.state === 'address' && decoded.kind === 'p2wpkh' && !decoded.burn) return decoded.address;
  }
  context.addIssue({ code: 'custom', message: 'must be a Bitcoin address of one key (bc1q…, P2WPKH)' });
  return z.NEVER;
});

const HOUSE_KEYS = ['spread', 'levels', 'step', 'value', 'inventory', 'requote'] as const;
export type HouseKey = (typeof HOUSE_KEYS)[number];
/** By market symbol: settings that differ from the general ones, or `off` if the house does not quote it. */
export type HouseMarkets = ReadonlyMap<string, 'off' | Readonly<Partial<Record<HouseKey, number>>>>;

/** `BTC/USDT:spread=200,levels=20;DOGE/USDT:off` */
export const houseMarkets = text.transform((value, context): HouseMarkets => {
  const markets = new Map<string, 'off' | Partial<Record<HouseKey, number>>>();
  for (const part of value.split(';').filter(Boolean)) {
    const [, symbol, changes = ''] = /^([A-Z0-9]+\/[A-Z0-9]+):(.+)$/.exec(part.trim()) ?? [];
    const own = symbol ? marketChanges(changes) : null;
    if (!symbol || !own) {
      context.addIssue({
        code: 'custom',
        message: `has "${part}", which is not like BTC/USDT:spread=200,levels=20`,
      });
      return z.NEVER;
    }
    markets.set(symbol, own);
  }
  return markets;
});

function marketChanges(changes: string): 'off' | Partial<Record<HouseKey, number>> | null {
  if (changes === 'off') return 'off';
  const own: Partial<Record<HouseKey, number>> = {};
  for (const change of changes.split(',')) {
    const [, name, number] = /^([a-z]+)=([1-9]\d{0,9})$/.exec(change.trim()) ?? [];
    const key = HOUSE_KEYS.find(one => one === name);
    if (!key) return null;
    own[key] = Number(number);
  }
  return own;
}

export type FeedChoice =
  | { readonly kind: 'simulated' }
  | { readonly kind: 'replay'; readonly folder: string }
  | { readonly kind: 'ccxt'; readonly exchanges: readonly string[] };

export const feed = text.transform((value, context): FeedChoice => {
  if (value === 'simulated') return { kind: 'simulated' };
  const [kind, ...rest] = value.split(':');
  const argument = rest.join(':');
  const problem =
    kind === 'replay' ? replayProblem(argument) : kind === 'ccxt' ? ccxtProblem(argument) : null;
  if (kind === 'replay' && !problem) return { kind, folder: argument };
  if (kind === 'ccxt' && !problem) return { kind, exchanges: argument.split(',') };
  context.addIssue({
    code: 'custom',
    message: problem ?? 'must be simulated, replay:<folder> or ccxt:<exchange,exchange,…>',
  });
  return z.NEVER;
});

function replayProblem(folder: string): string | null {
  if (folder === '') return 'needs the folder of the recorded candles: replay:<folder>';
  if (!existsSync(folder)) return `names the folder ${folder}, which does not exist`;
  const csv = readdirSync(folder).some(name => name.endsWith('.csv'));
  return csv ? null : `names the folder ${folder}, which holds no .csv files`;
}

function ccxtProblem(exchanges: string): string | null {
  const valid = /^[a-z0-9]+(,[a-z0-9]+)*$/.test(exchanges);
  return valid ? null : 'needs exchanges as ccxt names them: ccxt:binance,kraken';
}
