/**
 * Customers with ids up to this are the house's: its market maker and, in a demo, the demo's traders. People's ids are
 * higher (0200-customers.sql). No figure about customers counts makers.
 */
export const LAST_HOUSE_ID = 10_000;

/** Whether the customer is one of the house's own. */
export function isHouseAccount(customerId: number): boolean {
  return customerId <= LAST_HOUSE_ID;
}
