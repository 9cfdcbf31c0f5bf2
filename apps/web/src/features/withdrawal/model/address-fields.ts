import type { CallInput } from '@tallystick/protocol';
import type { Problem } from '#lib/problem.ts';
import type { Network } from '../api/withdrawal.ts';

export interface AddressForm {
  readonly currencyId: number;
  readonly network: Network;
  readonly address: string;
  readonly label: string;
}

/** Networks of each currency, the most used first, from the protocol's table of chains. */
const NETWORKS: Readonly<Record<number, readonly Network[]>> = {
  1: ['OMNI'],
  2: ['ERC20'],
  3: ['TRC20', 'ERC20', 'OMNI'],
};

export function networksOf(currencyId: number): readonly Network[] {
  return NETWORKS[currencyId] ?? [];
}

/** A new form with the network of the page's URL, else the currency's first. `address`: shared by another app. */
export function startAddress(currencyId: number, network: string | null, address = ''): AddressForm {
  const choices = networksOf(currencyId);
  const chosen = choices.find(one => one === network) ?? choices[0] ?? 'ERC20';
  return { currencyId, network: chosen, address, label: '' };
}

export type AddressAction =
  | { readonly type: 'currency'; readonly currencyId: number }
  | { readonly type: 'network'; readonly network: Network }
  | { readonly type: 'address'; readonly address: string }
  | { readonly type: 'label'; readonly label: string };

export function reduceAddress(form: AddressForm, action: AddressAction): AddressForm {
  switch (action.type) {
    case 'currency': {
      const { network } = startAddress(action.currencyId, form.network);
      return { ...form, currencyId: action.currencyId, network };
    }
    case 'network':
      return { ...form, network: action.network };
    case 'address':
      return { ...form, address: action.address };
    case 'label':
      return { ...form, label: action.label };
  }
}

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const BITCOIN_PREFIX = '(?:bc|tb|bcrt|rltc)';
/** The format of a network's addresses. The server checks checksums, test networks and contracts. */
const SHAPES: readonly (readonly [Network, RegExp])[] = [
  ['ERC20', /^0x[0-9a-f]{40}$/i],
  ['TRC20', new RegExp(`^T${BASE58}{33}$`)],
  // Those of test chains, too: a local exchange takes them, and others say what they are.
  ['OMNI', new RegExp(`^(?:[13mn2Q]${BASE58}{24,33}|${BITCOIN_PREFIX}1[02-9ac-hj-np-z]{11,71})$`)],
  ['OMNI', new RegExp(`^${BITCOIN_PREFIX.toUpperCase()}1[02-9AC-HJ-NP-Z]{11,71}$`)],
];

/** The network whose address format this is. */
export function networkOf(address: string): Network | undefined {
  return SHAPES.find(([, shape]) => shape.test(address))?.[0];
}

export type AddressProblem = Problem<'address_required' | 'address_shape' | 'address_network', 'address'>;

/** Problems found without the server: missing, mistyped, or of another network. */
export function validateAddress({ address, network }: AddressForm): AddressProblem | undefined {
  const written = address.trim();
  if (written === '') return { code: 'address_required', field: 'address' };
  const looksLike = networkOf(written);
  if (looksLike === network) return undefined;
  if (looksLike === undefined) return { code: 'address_shape', field: 'address', params: { network } };
  return { code: 'address_network', field: 'address', params: { network: looksLike } };
}

/** The call's input, without the customer's proof of identity. */
export function addressInput(
  form: AddressForm,
): Omit<CallInput<'POST wallet/addaddress'>, 'password' | 'code'> {
  const label = form.label.trim();
  return {
    currency_id: form.currencyId,
    network: form.network,
    address: form.address.trim(),
    ...(label === '' ? {} : { label }),
  };
}
