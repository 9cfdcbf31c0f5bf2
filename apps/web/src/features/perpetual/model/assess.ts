import { assessBy } from '#lib/assessment.ts';
import { reduces } from './held.ts';
import { summariseReducing, validateReducing } from './reducing.ts';
import { summarise, type TicketContext } from './summary.ts';
import type { Ticket } from './ticket.ts';
import { validate } from './validate.ts';

const opening = assessBy(summarise, validate);
const reducing = assessBy(summariseReducing, validateReducing);

/** Figures and problems of the form's order: one that may open, or one that only closes. */
export function assess(ticket: Ticket, context: TicketContext) {
  return (reduces(ticket, context.held) ? reducing : opening)(ticket, context);
}
