import type { AmendPerpetualOrder, PlacePerpetualOrder } from './perpetual/command.ts';

/** A part of a batch that concerns an order of a contract: as the command of that name. */
export type ContractPart =
  | ({ readonly do: 'placeContract' } & Omit<PlacePerpetualOrder, 'type' | 'customerId'>)
  | ({ readonly do: 'amendContract' } & Omit<AmendPerpetualOrder, 'type' | 'customerId'>)
  | { readonly do: 'cancelContract'; readonly orderId: number };
