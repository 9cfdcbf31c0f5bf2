/** What one process of an exchange tells all others: where to look, or which cached sessions have ended. */
export type News =
  | { readonly kind: 'sessions'; readonly ended: readonly number[] }
  /** Something else of cached sessions has changed. */
  | { readonly kind: 'changed-sessions'; readonly ids: readonly number[] }
  /** Platform settings were changed at the desk. */
  | { readonly kind: 'settings' }
  /** The exchange is stopped for good. */
  | { readonly kind: 'halt' }
  /** A demo's clock was advanced. */
  | { readonly kind: 'clock' }
  /** An article of the help was changed. */
  | { readonly kind: 'help' }
  /** A conversation has changed: new messages by their place in it, new notes by id. */
  | {
      readonly kind: 'chat';
      readonly caseId: number;
      readonly messages: readonly number[];
      readonly notes: readonly number[];
    }
  /** Somebody is typing in a conversation: see `ChatTyping`. */
  | { readonly kind: 'typing'; readonly caseId: number; readonly to: string }
  /** What a gateway has counted for its limits: see `CallCounts`, in a text that only gateways read. */
  | { readonly kind: 'calls'; readonly counted: string }
  /** The worker has something to do. */
  | { readonly kind: 'work'; readonly what: Work };

/** What only the worker does: deliver events to subscribers, send mails and SMS, send pushes. */
export const WORK = ['feed', 'mails', 'pushes'] as const;
export type Work = (typeof WORK)[number];
/** Absent wherever this process is the worker, or all there is. */
export type WakeWorker = (what: Work) => void;

/**
 * Carries news between processes. Any may be lost: whoever hears must look at the database by itself, too, if seldom.
 */
export interface NewsBus {
  /** To all others, not to this process. Never throws. */
  tell(news: News): void;
  /** Calls back with what others tell. */
  hear(listener: (news: News) => void): void;
}
