/**
 * Customers with ids up to here are the house's: its market maker and, in a demo, the traders who keep the markets moving.
 * People's ids begin after it (0200-customers.sql). No figure about customers counts makers.
 */
export const LAST_MAKER_ID = 10_000;

/** Whether the customer is one of the house's own. */
export function isMaker(customerId: number): boolean {
  return customerId <= LAST_MAKER_ID;
}
