export type CustomerEvent =
  | { readonly type: 'customerOpened'; readonly customerId: number }
  | { readonly type: 'customerFrozenSet'; readonly customerId: number; readonly frozen: boolean };
