export type CustomerCommand =
  | { readonly type: 'openCustomer'; readonly customerId: number }
  /**
   * A frozen customer places no orders, transfers nothing and requests no withdrawal. Their waiting orders stay and may
   * trade, cancelling and incoming money still work, and open withdrawals end as their approver decides.
   */
  | { readonly type: 'setCustomerFrozen'; readonly customerId: number; readonly frozen: boolean };

export const CUSTOMER_COMMANDS = ['openCustomer', 'setCustomerFrozen'] as const;
