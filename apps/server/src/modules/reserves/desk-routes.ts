import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { SIGNATURE_COUNTS_MS } from '@tallystick/verify/reserves/signed-address';
import type pg from 'pg';
import type { Chains } from '../../chains/chains.ts';
import { addressKey } from '../../chains/watcher/chain-source.ts';
import type { RegisterDeskCall } from '../../http/desk-router.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import { operatorNames } from '../account/queue-people.ts';
import { moneyDecimals } from '../bank/rate.ts';
import type { ReserveDocuments } from './documents.ts';
import { STATEMENT_COUNTS_MS } from './limits.ts';
import type { ReservePublisher } from './publisher.ts';
import { signingNetworks, type ReserveSignatures } from './signatures.ts';
import * as store from './store.ts';

type Wire = DeskOutput<'GET desk/reserves'>;

export interface ReserveDeskOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'currency'>;
  readonly chains: Pick<Chains, 'custody' | 'addresses' | 'checkAddress'>;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly documents: ReserveDocuments;
  readonly signatures: ReserveSignatures;
  readonly publisher: Pick<ReservePublisher, 'failure'>;
  readonly now: () => number;
  readonly pictureLimitBytes: number;
}

const MOST_STATEMENTS = 100;

/** Calls of the desk about reserves. */
export function registerReserveDeskCalls(register: RegisterDeskCall, options: ReserveDeskOptions): void {
  const { pool, exchange, chains, settings, documents, signatures, publisher } = options;

  register('GET desk/reserves', async () => {
    const newest = await store.newestPublished(pool);
    const { currency, rate } = settings.get('bank');
    return {
      addresses: await addresses(options),
      signing_networks: signingNetworks(chains),
      statements: await statements(options),
      published: newest && { point: newest.point, record: newest.record, at_ms: newest.atMs },
      failure: publisher.failure,
      bank: { currency_id: USDT, currency: exchange.currency(USDT)?.code ?? '', money: currency, rate },
    };
  });
  register('GET desk/reserve_messages', ({ network, address }) =>
    signatures.file(network === undefined || address === undefined ? null : { network, address }),
  );
  register('POST desk/reserve_signatures', ({ content }, { operator }) =>
    signatures.import(content, operator),
  );
  register(
    'POST desk/reserve_document',
    async (_input, { operator, file }) => {
      const { sha256, contentType, bytes } = await documents.keep(file, operator);
      return { sha256, content_type: contentType, bytes };
    },
    { fileLimitBytes: options.pictureLimitBytes },
  );
  register('GET desk/reserve_document', async ({ sha256 }, { operator }) => {
    const { contentType, bytes } = await documents.open(sha256, operator);
    return { content_type: contentType, base64: bytes.toString('base64') };
  });
}

async function addresses({ pool, chains }: ReserveDeskOptions): Promise<Wire['addresses']> {
  const signed = await store.newestSignatures(pool);
  const nameOf = await operatorNames(
    pool,
    signed.map(one => one.importedBy),
  );
  const signedOf = (one: store.Signature | undefined) =>
    one === undefined
      ? null
      : {
          format: one.format,
          day_ms: one.dayMs,
          by: nameOf(one.importedBy),
          until_ms: one.dayMs + SIGNATURE_COUNTS_MS,
        };
  const own = chains.custody.flatMap(({ network, hot, cold }) =>
    [hot, ...cold].map(address => ({
      network,
      address,
      key: addressKey(network, address),
      place: address === hot ? ('hot' as const) : ('cold' as const),
    })),
  );
  const others = signed
    .filter(({ network, addressKey: key }) => !own.some(one => one.network === network && one.key === key))
    .map(({ network, address, addressKey: key }) => ({ network, address, key, place: 'other' as const }));
  return [...own, ...others].map(({ network, address, key, place }) => ({
    network,
    address,
    place,
    signed: signedOf(signed.find(one => one.network === network && one.addressKey === key)),
  }));
}

async function statements({ pool, exchange, now }: ReserveDeskOptions): Promise<Wire['statements']> {
  const listed = await store.listStatements(pool, MOST_STATEMENTS);
  const newest = new Set((await store.newestStatements(pool)).map(({ id }) => id));
  const nameOf = await operatorNames(
    pool,
    listed.flatMap(one => [one.enteredBy, one.confirmedBy]),
  );
  return listed.map(one => {
    const { code, decimals } = exchange.currency(one.currencyId)!;
    const untilMs = one.asOfMs + STATEMENT_COUNTS_MS;
    return {
      id: one.id,
      account: one.account,
      owner: one.holder,
      currency: code,
      money: one.money,
      money_amount: formatMinor(one.moneyMinor, moneyDecimals(one.money)),
      rate: one.rate,
      amount: formatMinor(one.amountMinor, decimals),
      as_of_ms: one.asOfMs,
      sha256: one.documentSha256,
      entered_by: nameOf(one.enteredBy),
      confirmed_by: nameOf(one.confirmedBy),
      confirmed_at_ms: one.confirmedAtMs,
      counts: newest.has(one.id) && untilMs > now(),
      until_ms: untilMs,
    };
  });
}
