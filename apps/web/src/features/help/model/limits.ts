/** Copies of the protocol's limits (calls/ticket.ts), so that no schema code is bundled. */
export const TICKET_PICTURES = 4;
export const TICKET_TEXT_LENGTH = 4_000;
export const TICKET_TITLE_LENGTH = 120;
