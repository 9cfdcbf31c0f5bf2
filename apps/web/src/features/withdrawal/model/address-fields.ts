import type { CallInput } from '@tallystick/protocol';
import type { FundingCoin } from '#lib/funding.ts';
import type { Problem } from '#lib/problem.ts';
import type { Network } from '../api/withdrawal.ts';

export interface AddressForm {
  readonly coin: FundingCoin;
  readonly network: Network;
  readonly address: string;
  readonly label: string;
  /** As typed; only where the network has memos. */
  readonly memo: string;
  /** The customer says that the recipient needs none. */
  readonly noMemo: boolean;
}

/** A new form with the network of the page's URL, else the coin's first. `address`: shared by another app. */
export function startAddress(coin: FundingCoin, network: string | null, address = ''): AddressForm {
  return { coin, network: networkIn(coin, network), address, label: '', memo: '', noMemo: false };
}

function networkIn({ withdrawal }: FundingCoin, asked: string | null): Network {
  const [first] = withdrawal;
  return (withdrawal.find(one => one.network === asked) ?? first)?.network ?? 'ERC20';
}

export function hasMemo({ coin, network }: AddressForm): boolean {
  return coin.withdrawal.some(one => one.network === network && one.has_memo);
}

export type AddressAction =
  | { readonly type: 'coin'; readonly coin: FundingCoin }
  | { readonly type: 'network'; readonly network: Network }
  | { readonly type: 'address'; readonly address: string }
  /** Pasted or scanned: the address, and the memo that was named beside it; null: none was. */
  | { readonly type: 'read'; readonly address: string; readonly memo: string | null }
  | { readonly type: 'label'; readonly label: string }
  | { readonly type: 'memo'; readonly memo: string }
  | { readonly type: 'noMemo'; readonly noMemo: boolean };

export function reduceAddress(form: AddressForm, action: AddressAction): AddressForm {
  switch (action.type) {
    case 'coin':
      return { ...form, coin: action.coin, network: networkIn(action.coin, form.network) };
    case 'network':
      return { ...form, network: action.network };
    case 'address':
      return { ...form, address: action.address };
    case 'read':
      return { ...form, address: action.address, ...memoBeside(form, action) };
    case 'label':
      return { ...form, label: action.label };
    case 'memo':
      return { ...form, memo: action.memo };
    case 'noMemo':
      return { ...form, noMemo: action.noMemo, memo: action.noMemo ? '' : form.memo };
  }
}

/** A memo belongs to its address: what was said of the one before must not go along with another. */
function memoBeside(
  form: AddressForm,
  { address, memo }: Pick<Extract<AddressAction, { type: 'read' }>, 'address' | 'memo'>,
): Pick<AddressForm, 'memo' | 'noMemo'> {
  if (memo !== null) return { memo, noMemo: false };
  const before = form.address.trim();
  const { noMemo, memo: kept } = form;
  return before === '' || before === address ? { memo: kept, noMemo } : { memo: '', noMemo: false };
}

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const EVM = /^0x[0-9a-f]{40}$/i;
/** The XRP Ledger's `X…` addresses, which contain their tag. */
const WITH_TAG = new RegExp(`^X${BASE58}{46}$`);
const BITCOIN_PREFIX = '(?:bc|tb|bcrt|rltc)';
/** The format of a network's addresses. The server checks checksums, test networks and contracts. */
const SHAPES: readonly (readonly [Network, RegExp])[] = [
  ['ERC20', EVM],
  ['BEP20', EVM],
  ['TRC20', new RegExp(`^T${BASE58}{33}$`)],
  // Those of test chains, too: a local exchange takes them, and others say what they are.
  ['OMNI', new RegExp(`^(?:[13mn2Q]${BASE58}{24,33}|${BITCOIN_PREFIX}1[02-9ac-hj-np-z]{11,71})$`)],
  ['OMNI', new RegExp(`^${BITCOIN_PREFIX.toUpperCase()}1[02-9AC-HJ-NP-Z]{11,71}$`)],
  ['XRP', new RegExp(`^(?:r${BASE58}{24,34}|X${BASE58}{46})$`)],
  ['DOGE', new RegExp(`^[DA9]${BASE58}{32,33}$`)],
  ['ADA', /^addr1[02-9ac-hj-np-z]{50,110}$/],
  // In capitals a QR code is smaller.
  ['ADA', /^ADDR1[02-9AC-HJ-NP-Z]{50,110}$/],
  // Nearly all of them are so long: a shorter text is rather a mistyped address of another chain.
  ['SOL', new RegExp(`^${BASE58}{42,44}$`)],
];
const SOLANA = new RegExp(`^${BASE58}{32,44}$`);
/** Largest destination tag of the XRP Ledger. */
const LARGEST_TAG = 0xffff_ffffn;

/** The network whose address format this is. */
export function networkOf(address: string): Network | undefined {
  return SHAPES.find(([, shape]) => shape.test(address))?.[0];
}

/** Whether an address has the format of the network's. */
export function fits(network: Network, address: string): boolean {
  if (network === 'SOL') return SOLANA.test(address);
  return SHAPES.some(([one, shape]) => one === network && shape.test(address));
}

export type AddressProblem = Problem<
  | 'address_required'
  | 'address_shape'
  | 'address_network'
  | 'address_elsewhere'
  | 'memo_required'
  | 'memo_shape',
  'address' | 'memo'
>;

/** Problems found without the server: missing, mistyped, or of another network. */
export function validateAddress(form: AddressForm): readonly AddressProblem[] {
  const { coin, network } = form;
  const written = form.address.trim();
  const problems: AddressProblem[] = [];
  const looksLike = networkOf(written);
  if (written === '') problems.push({ code: 'address_required', field: 'address' });
  else if (!fits(network, written)) {
    const params = { network: looksLike ?? network, currency: coin.currency.code };
    const canChoose = coin.withdrawal.some(one => one.network === looksLike);
    const code = canChoose ? 'address_network' : 'address_elsewhere';
    problems.push({ code: looksLike === undefined ? 'address_shape' : code, field: 'address', params });
  }
  return [...problems, ...memoProblems(form, written)];
}

function memoProblems(form: AddressForm, address: string): AddressProblem[] {
  if (!hasMemo(form)) return [];
  const memo = form.memo.trim();
  if (memo === '') {
    const isSaid = form.noMemo || WITH_TAG.test(address);
    return isSaid ? [] : [{ code: 'memo_required', field: 'memo' }];
  }
  const isTag = /^\d{1,10}$/.test(memo) && BigInt(memo) <= LARGEST_TAG;
  return isTag ? [] : [{ code: 'memo_shape', field: 'memo', params: { most: String(LARGEST_TAG) } }];
}

/** The call's input, without the customer's proof of identity. */
export function addressInput(
  form: AddressForm,
): Omit<CallInput<'POST wallet/addaddress'>, 'password' | 'code'> {
  const label = form.label.trim();
  const memo = hasMemo(form) ? form.memo.trim() : '';
  return {
    currency_id: form.coin.currency.id,
    network: form.network,
    address: form.address.trim(),
    ...(label === '' ? {} : { label }),
    ...(memo === '' ? {} : { memo }),
    ...(hasMemo(form) && form.noMemo ? { no_memo: true } : {}),
  };
}

/** An address with the memo that goes with it, as people write the two. */
export function withMemo({
  address,
  memo,
}: {
  readonly address: string;
  readonly memo: string | null;
}): string {
  return memo === null ? address : `${address} · ${memo}`;
}
