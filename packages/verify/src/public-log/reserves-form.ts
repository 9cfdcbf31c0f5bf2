import type { RecordBody } from './records.ts';

type Reserves = RecordBody<'reserves'>;
type Liabilities = RecordBody<'liabilities'>;
type ReserveAsset = Reserves['assets'][number];

/** In place of a network, of what lies at a bank. */
export const BANK = 'bank';

/** Networks at which assets can lie: under another name the same coins could be counted again. */
export const RESERVE_NETWORKS = ['TRC20', 'ERC20', 'OMNI', 'BEP20', 'SOL', 'XRP', 'DOGE', 'ADA'] as const;

const NETWORKS: ReadonlySet<string> = new Set(RESERVE_NETWORKS);
const EVM: ReadonlySet<string> = new Set<(typeof RESERVE_NETWORKS)[number]>(['ERC20', 'BEP20']);
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** No white space, no letters that look like others. */
const ADDRESS = /^[0-9A-Za-z]+$/;

/** Why a record of reserves cannot be added up; it is wrong whatever it is signed with. */
export type ReservesFault = 'asset' | 'twice' | 'decimals';

/**
 * Whether a record of reserves has a form that can be added up: every asset is at a known place and has what its proof
 * needs, none is there twice, and a currency has one number of decimals in it and in the liabilities beside it. Asked by
 * whoever publishes, shows or verifies one. Null: it has.
 */
export function reservesFault(
  { assets, unproven, house }: Pick<Reserves, 'assets' | 'unproven' | 'house'>,
  { tree, beside }: Pick<Liabilities, 'tree' | 'beside'>,
): ReservesFault | null {
  if (!assets.every(isWhole)) return 'asset';
  const isOnce =
    areUnlike(assets.map(placeOf)) &&
    areUnlike(unproven.map(one => [one.currency, one.place])) &&
    areUnlike(house.map(one => [one.currency, one.name])) &&
    hasDocumentsOnce(assets) &&
    isOwedOnce({ tree, beside });
  if (!isOnce) return 'twice';
  return haveSameDecimals([...tree, ...beside, ...assets, ...unproven, ...house]) ? null : 'decimals';
}

/** Whether a record of liabilities says each amount once. */
export function isOwedOnce({ tree, beside }: Pick<Liabilities, 'tree' | 'beside'>): boolean {
  return areUnlike(tree.map(one => [one.currency])) && areUnlike(beside.map(one => [one.currency, one.name]));
}

/** @param known decimals by currency, from before; the new ones are added */
export function haveSameDecimals(
  amounts: readonly { readonly currency: string; readonly decimals: number }[],
  known = new Map<string, number>(),
): boolean {
  return amounts.every(({ currency, decimals }) => {
    if (!known.has(currency)) known.set(currency, decimals);
    return known.get(currency) === decimals;
  });
}

/** An account at a bank by its name, however it is written: `Example Bank …1` is `EXAMPLE  bank …1`. */
export function accountKey(account: string): string {
  return account.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** What is said of an asset fits together. */
function isWhole(asset: ReserveAsset): boolean {
  const { network, place, proof, owner, address } = asset;
  const atBank = [asset.account, asset.money, asset.rate, asset.document];
  const signed = [asset.format, asset.message, asset.signature];
  if (network === BANK || place === BANK || proof === 'statement') {
    const isStatement = network === BANK && place === BANK && proof === 'statement';
    return isStatement && atBank.every(isThere) && ![address, asset.block, ...signed].some(isThere);
  }
  if (!NETWORKS.has(network) || atBank.some(isThere) || asset.block === null) return false;
  if (proof === 'signed' ? !signed.every(isThere) : signed.some(isThere)) return false;
  if (place === 'deposits') return address === null && proof === 'observed' && owner === 'customers';
  if (address === null || !(EVM.has(network) ? EVM_ADDRESS : ADDRESS).test(address)) return false;
  // Only addresses of custody stand behind what customers are owed; others are known by what they have signed.
  return place === 'other' ? owner === 'house' && proof === 'signed' : owner === 'customers';
}

function isThere(field: unknown): boolean {
  return field !== null;
}

/** Where it lies. Of an account at a bank one part may be the customers', the rest the house's. */
function placeOf(asset: ReserveAsset): readonly string[] {
  const { network, currency, account, address, owner } = asset;
  return network === BANK
    ? [BANK, accountKey(account ?? ''), currency, owner]
    : [network, address?.toLowerCase() ?? 'deposits', currency];
}

/** No document of a bank speaks of two accounts. */
function hasDocumentsOnce(assets: readonly ReserveAsset[]): boolean {
  const accounts = new Map<string, string>();
  return assets.every(({ document, account }) => {
    if (document === null) return true;
    const key = accountKey(account ?? '');
    if (!accounts.has(document)) accounts.set(document, key);
    return accounts.get(document) === key;
  });
}

function areUnlike(keys: readonly (readonly string[])[]): boolean {
  return new Set(keys.map(key => JSON.stringify(key))).size === keys.length;
}
