/** Designs of pictures for sharing an invitation, drawn by the app. Free of schemas: the app's browser reads it. */
export const POSTER_DESIGNS = ['stick', 'ledger', 'night'] as const;
