import { contextOf as deskWords } from '../audit-log/words.ts';
import { contextOf as firstAnswer } from '../http/first-answers.ts';
import type { RequestKey } from '../http/answer-turns.ts';
import { contextOf as bankCard } from '../modules/bank/cards.ts';
import { contextOf as withdrawal } from '../modules/bank/destination.ts';
import { contextOf as chatPicture } from '../modules/chat/chat-pictures.ts';
import { contextOf as chatMessage } from '../modules/chat/messages.ts';
import { caseContext, eventContext } from '../modules/compliance/sealing.ts';
import { placeOf as custody } from '../modules/custody/store.ts';
import { totpPlace } from '../modules/desk/operator/totp.ts';
import { documentPrints, fieldsContext, noteContext } from '../modules/identity/sealing.ts';
import type { BasicFields } from '../modules/identity/fields.ts';
import { contextOf as closedAccount } from '../modules/own-data/erasure.ts';
import { bytesContext, equalPrints, hashesContext } from '../modules/pictures/service.ts';
import { browserPrints, place as pushDevice, type Subscription } from '../modules/push/subscription.ts';
import { contextOf as recovery } from '../modules/recovery/identity-claim.ts';
import { contextOf as reserveDocument } from '../modules/reserves/documents.ts';
import { contextOf as twoFactor } from '../modules/security/two-factor.ts';
import { mailContext } from '../modules/ticket/service.ts';
import { contextOf as address, printsOf as addressPrints } from '../modules/withdrawal/addresses.ts';
import type { Vault } from '../vault/vault.ts';

/** A row as the database gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** A table with sealed values. */
export interface Place {
  /** Columns of its primary key, in their order, and their types. */
  readonly key: Readonly<Record<string, string>>;
  /** Sealed columns, and what a row's value belongs to. */
  readonly sealed: Readonly<Record<string, (row: Row) => string>>;
  /** Further columns that contexts need. */
  readonly needs?: readonly string[];
  /** Columns by which equal values are found, made anew from a row's opened values. */
  readonly prints?: {
    readonly columns: readonly string[];
    readonly of: (vault: Vault, row: Row, opened: Readonly<Record<string, Buffer>>) => Record<string, Buffer>;
  };
}

const id = (row: Row): number => Number(row['id']);
const bytes = (row: Row, column: string): Buffer => row[column] as Buffer;
const read = <Value>(opened: Buffer | undefined): Value => JSON.parse(String(opened)) as Value;

/** By its own number, in a column `sealed`. */
const plain = (context: (id: number) => string): Place => ({
  key: { id: 'bigint' },
  sealed: { sealed: row => context(id(row)) },
});

const BROWSERS: Place = {
  key: { id: 'bigint' },
  sealed: { sealed: row => pushDevice(bytes(row, 'fingerprint')) },
  prints: {
    columns: ['fingerprint'],
    of: (vault, _, { sealed }) => ({
      fingerprint: browserPrints(vault, read<Subscription>(sealed).endpoint)[0],
    }),
  },
};

/** Every table with sealed values. A test holds it against the database: a new one cannot be forgotten. */
export const PLACES: Readonly<Record<string, Place>> = {
  bank_cards: {
    key: { id: 'bigint' },
    sealed: { sealed: row => bankCard(Number(row['customer_id'])) },
    needs: ['customer_id'],
  },
  chat_messages: {
    key: { case_id: 'bigint', seq: 'integer' },
    sealed: { sealed: row => chatMessage(Number(row['case_id']), Number(row['seq'])) },
  },
  chat_pictures: plain(chatPicture),
  closed_accounts: {
    key: { customer_id: 'integer' },
    sealed: { sealed: row => closedAccount(Number(row['customer_id'])) },
  },
  compliance_cases: plain(caseContext),
  compliance_events: { key: { id: 'bigint' }, sealed: { sealed_note: row => eventContext(id(row)) } },
  custody_items: plain(custody.item),
  custody_transactions: {
    key: { id: 'bigint' },
    sealed: { sealed: row => custody.unsigned(id(row)), sealed_raw: row => custody.raw(id(row)) },
  },
  desk_words: plain(deskWords),
  factor_recoveries: plain(recovery),
  first_answers: {
    key: { customer_id: 'integer', call: 'text', key: 'text' },
    sealed: {
      sealed: row =>
        firstAnswer({
          customerId: Number(row['customer_id']),
          call: row['call'] as RequestKey['call'],
          key: String(row['key']),
        }),
    },
  },
  identity_applications: {
    key: { id: 'bigint' },
    sealed: { sealed: row => fieldsContext(id(row)), sealed_note: row => noteContext(id(row)) },
    prints: {
      columns: ['document_print'],
      of: (vault, _, { sealed }) =>
        sealed === undefined ? {} : { document_print: documentPrints(vault, read<BasicFields>(sealed))[0] },
    },
  },
  operator_push_devices: BROWSERS,
  operators: {
    key: { id: 'integer' },
    sealed: { totp_secret: row => totpPlace(id(row)), totp_pending: row => totpPlace(id(row)) },
  },
  pictures: {
    key: { id: 'bigint' },
    sealed: { sealed: row => bytesContext(id(row)), sealed_hashes: row => hashesContext(id(row)) },
    prints: {
      columns: ['pixel_print', 'upload_print'],
      of: (vault, _, { sealed_hashes }) => {
        const { pixels, uploads } = equalPrints(vault, String(sealed_hashes));
        return { pixel_print: pixels[0], upload_print: uploads[0] };
      },
    },
  },
  push_devices: BROWSERS,
  reserve_documents: {
    key: { id: 'bigint' },
    sealed: { sealed: row => reserveDocument(bytes(row, 'sha256').toString('hex')) },
    needs: ['sha256'],
  },
  tickets: { key: { id: 'bigint' }, sealed: { sealed_mail: row => mailContext(id(row)) } },
  two_factors: {
    key: { customer_id: 'integer' },
    sealed: { secret: row => twoFactor(Number(row['customer_id'])) },
  },
  withdrawal_addresses: {
    key: { id: 'bigint' },
    sealed: { sealed: row => address(id(row)) },
    needs: ['network'],
    prints: {
      columns: ['address_print'],
      of: (vault, row, { sealed }) => {
        const { address: to, memo = null } = read<{ address: string; memo?: string | null }>(sealed);
        const network = row['network'] as Parameters<typeof addressPrints>[1]['network'];
        return { address_print: addressPrints(vault, { network, address: to, memo })[0] };
      },
    },
  },
  withdrawals: plain(withdrawal),
};

/** Keyed fingerprints of what nobody keeps: they cannot be made anew, and are forgotten with the key. */
export const FORGOTTEN: Readonly<Record<string, readonly string[]>> = {
  chat_cases: ['network_print'],
  help_votes: ['voter'],
  tickets: ['network'],
};
