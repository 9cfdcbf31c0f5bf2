import type { z } from 'zod';
import type { deskChatCase, deskChatMessage, deskChatNote } from './calls/chat.ts';

export type WireDeskChatCase = z.output<typeof deskChatCase>;
export type WireDeskChatMessage = z.output<typeof deskChatMessage>;
export type WireDeskChatNote = z.output<typeof deskChatNote>;

/** What the desk hears of conversations, in `DESK_NAMESPACE`, with an operator's token in the handshake. */
export interface DeskServerToClient {
  changed: (news: {
    readonly case: WireDeskChatCase;
    readonly messages: readonly WireDeskChatMessage[];
    readonly notes: readonly WireDeskChatNote[];
  }) => void;
  /** The customer is writing. */
  typing: (who: { readonly case_id: number }) => void;
  /** Something was left out for a slow line: ask again. */
  resync: () => void;
}

export interface DeskClientToServer {
  typing: (where: { readonly case_id: number }) => void;
}
