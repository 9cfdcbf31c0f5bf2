import type { ContractChoice, Event, PerpetualOrderView, PositionView } from '@tallystick/core';

/** The customer's positions that the command changed, by id, each in its final state. */
export function positionsIn(events: readonly Event[], customerId: number): PositionView[] {
  const views = new Map<number, PositionView>();
  for (const event of events) {
    if (event.type !== 'positionChanged' || event.position.customerId !== customerId) continue;
    views.set(event.position.positionId, event.position);
  }
  return [...views.values()].toSorted((a, b) => a.positionId - b.positionId);
}

/** The position that the command created: ids rise with time. */
export function newestPosition(events: readonly Event[], customerId: number): PositionView {
  const newest = positionsIn(events, customerId).at(-1);
  if (newest === undefined) throw new Error('an accepted order left no event');
  return newest;
}

export function positionIn(events: readonly Event[], positionId: number): PositionView {
  const found = events.findLast(
    event => event.type === 'positionChanged' && event.position.positionId === positionId,
  );
  if (found?.type !== 'positionChanged') throw new Error(`nothing is said of position ${positionId}`);
  return found.position;
}

/** What the command that chose it says. */
export function choiceIn(events: readonly Event[]): ContractChoice {
  const found = events.find(event => event.type === 'contractChoiceSet');
  if (found === undefined) throw new Error('an accepted choice left no event');
  return found.choice;
}

/** The customer's orders in hedge and net mode that the command changed, by id, each in its final state. */
export function ordersIn(events: readonly Event[], customerId: number): PerpetualOrderView[] {
  return events
    .flatMap(event => (event.type === 'perpetualOrderChanged' ? [event.order] : []))
    .filter(order => order.customerId === customerId)
    .toSorted((a, b) => a.orderId - b.orderId);
}
