import type { CallRequest, WireTicket, WireTicketDetail } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import type { NewTicket, OpenedTicket } from './service.ts';
import type { Ticket } from './store.ts';

/** Throws missing_field where only one of what it is about and its id is given. */
export function readSubject({
  about,
  about_id: id,
}: Pick<CallRequest<'POST ticket/file'>, 'about' | 'about_id'>): NewTicket['about'] {
  if (about !== undefined && id !== undefined) return { kind: about, id };
  if (about === undefined && id === undefined) return null;
  throw new CallFailure('missing_field', { field: about === undefined ? 'about' : 'about_id' });
}

/** Ids such as `1001,1002`. */
export function readPictures(text: string | undefined): number[] {
  return text?.split(',').map(Number) ?? [];
}

/** Ids with the secrets of their uploads, such as `1001.secret,1002.secret`. */
export function readClaimedPictures(text: string | undefined) {
  return (text?.split(',') ?? []).map(one => {
    const [id = '', claim = ''] = one.split('.');
    return { pictureId: Number(id), claim };
  });
}

export function wireTicket(ticket: Ticket): WireTicket {
  return {
    ticket_id: ticket.id,
    kind: ticket.kind,
    about: ticket.about,
    about_id: ticket.aboutId,
    title: ticket.title,
    state: ticket.state,
    created_at_ms: ticket.createdAtMs,
    updated_at_ms: ticket.updatedAtMs,
  };
}

export function wireTicketDetail(ticket: OpenedTicket): WireTicketDetail {
  return {
    ...wireTicket(ticket),
    closed_at_ms: ticket.closedAtMs,
    messages: ticket.messages.map(({ operatorId, text, pictureIds, atMs }) => ({
      from: operatorId === null ? 'customer' : 'desk',
      text,
      picture_ids: [...pictureIds],
      at_ms: atMs,
    })),
  };
}
