import type { WireChatCase, WireChatMessage } from '@tallystick/protocol';
import type { WireDeskChatCase, WireDeskChatMessage } from '@tallystick/protocol/desk/chat-socket';
import type { ChatCase } from './cases.ts';
import type { ChatMessage } from './messages.ts';

/** As the customer sees it: who answers, and what the desk says among itself, are not in it. */
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
  const { picture } = message;
  return {
    case_id: message.caseId,
    seq: message.seq,
    side: message.side,
    client_id: message.clientId,
    text: message.text,
    picture:
      picture === null ? null : { picture_id: picture.id, width: picture.width, height: picture.height },
    at_ms: message.atMs,
  };
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
