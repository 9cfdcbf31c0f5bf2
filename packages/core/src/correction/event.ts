/** goodwill (`goodwill:17`): from the treasury to the customer. Deposits are taken back as `depositReversal`. */
export type CorrectionPostingReason = 'goodwill';
