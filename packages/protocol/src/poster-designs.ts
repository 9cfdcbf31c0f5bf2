/** Pictures an invitation can be shared as; drawn by the app. Free of schemas: the app's browser reads this, too. */
export const POSTER_DESIGNS = ['stick', 'ledger', 'night'] as const;
