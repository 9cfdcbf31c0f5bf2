export const CUSTOMER_REFUSALS = ['unknown_customer', 'customer_exists', 'customer_frozen'] as const;
