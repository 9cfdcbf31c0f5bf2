import type { z } from 'zod';
import type { deskChatCase, deskChatMessage, deskChatNote } from './calls/chat.ts';

export type WireDeskChatCase = z.output<typeof deskChatCase>;
export type WireDeskChatMessage = z.output<typeof deskChatMessage>;
export type WireDeskChatNote = z.output<typeof deskChatNote>;

/** Chat events for the desk, in `DESK_NAMESPACE`, with an operator's token in the handshake. */
export interface DeskServerToClient {
  changed: (news: {
    readonly case: WireDeskChatCase;
    readonly messages: readonly WireDeskChatMessage[];
    readonly notes: readonly WireDeskChatNote[];
  }) => void;
  /** The customer is writing. */
  typing: (who: { readonly case_id: number }) => void;
  /** Messages were skipped for a slow connection: ask again. */
  resync: () => void;
}

export interface DeskClientToServer {
  typing: (where: { readonly case_id: number }) => void;
}
