/**
 * Designs of pictures for sharing an invitation, drawn by the app. Free of schemas, because the app's browser reads
 * this.
 */
export const POSTER_DESIGNS = ['stick', 'ledger', 'night'] as const;
