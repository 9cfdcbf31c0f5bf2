import type { CallOutput, WireChatCase, WireChatMessage, WireChatPicture } from '@tallystick/protocol';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type {
  WireDeskChatCase,
  WireDeskChatMessage,
  WireDeskChatNote,
} from '@tallystick/protocol/desk/chat-socket';
import type { ChatCase } from './cases.ts';
import type { ChatState, Sending } from './customer-chat.ts';
import type { ChatFigures } from './figures.ts';
import type { ChatMessage, ChatPicture, Range } from './messages.ts';
import type { ChatNote } from './notes.ts';

interface WireRange {
  readonly before_seq?: number | undefined;
  readonly after_seq?: number | undefined;
  readonly limit: number;
}

export function readRange({ before_seq: beforeSeq, after_seq: afterSeq, limit }: WireRange): Range {
  return { beforeSeq, afterSeq, limit };
}

interface WireSending {
  readonly client_id: string;
  readonly text: string;
  readonly picture_id?: number | undefined;
}

export function readSending({ client_id: clientId, text, picture_id: pictureId }: WireSending): Sending {
  return { clientId, text, pictureId };
}

export function wireState(state: ChatState): CallOutput<'POST chat/state'> {
  const { externalUrl, opening, newest, messages } = state;
  return {
    external_url: externalUrl,
    open: opening.open,
    opens_at_ms: opening.opensAtMs,
    case: newest && wireCase(newest),
    messages: messages.map(wireMessage),
  };
}

/** For the customer: without operators' names and internal notes. */
export function wireCase(one: ChatCase): WireChatCase {
  return {
    case_id: one.id,
    revision: one.revision,
    state: one.closedAtMs === null ? 'open' : 'closed',
    last_seq: one.lastSeq,
    unread: one.customerUnread,
    read_seq: one.customerReadSeq,
    desk_read_seq: one.deskReadSeq,
    opened_at_ms: one.openedAtMs,
    closed_at_ms: one.closedAtMs,
    stars: one.stars,
    earlier_case_id: one.earlierId,
  };
}

export function wireMessage(message: ChatMessage): WireChatMessage {
  return {
    case_id: message.caseId,
    seq: message.seq,
    side: message.side,
    client_id: message.clientId,
    text: message.text,
    picture: message.picture && wirePicture(message.picture),
    at_ms: message.atMs,
  };
}

export function wirePicture({ id, width, height }: ChatPicture): WireChatPicture {
  return { picture_id: id, width, height };
}

export function wireDeskCase(one: ChatCase): WireDeskChatCase {
  return {
    case_id: one.id,
    revision: one.revision,
    customer_id: one.customerId,
    nickname: one.nickname,
    language: one.language,
    state: one.closedAtMs === null ? 'open' : 'closed',
    last_seq: one.lastSeq,
    unread: one.deskUnread,
    customer_read_seq: one.customerReadSeq,
    operator: one.operatorId === null ? null : { id: one.operatorId, name: one.operatorName ?? '' },
    role: one.role,
    opened_at_ms: one.openedAtMs,
    last_at_ms: one.lastAtMs,
    waiting_since_ms: one.waitingSinceMs,
    first_answered_at_ms: one.firstAnsweredAtMs,
    closed_at_ms: one.closedAtMs,
    stars: one.stars,
    rating_text: one.ratingText,
  };
}

export function wireDeskMessage(message: ChatMessage): WireDeskChatMessage {
  return { ...wireMessage(message), operator: message.operatorName };
}

export function wireDeskNote({ id, caseId, operator, text, atMs }: ChatNote): WireDeskChatNote {
  return { id, case_id: caseId, operator, text, at_ms: atMs };
}

export function wireFigures(figures: ChatFigures): DeskOutput<'GET desk/chat_figures'> {
  const { openedToday, closedToday, firstAnswer, resolution, ...counts } = figures;
  return {
    ...counts,
    opened_today: openedToday,
    closed_today: closedToday,
    first_answer: { median_s: firstAnswer.median, p90_s: firstAnswer.p90 },
    resolution: { median_s: resolution.median, p90_s: resolution.p90 },
  };
}
