/** As the protocol has them (calls/ticket.ts); no schema code reaches the browser. */
export const TICKET_PICTURES = 4;
export const TICKET_TEXT_LENGTH = 4_000;
export const TICKET_TITLE_LENGTH = 120;
