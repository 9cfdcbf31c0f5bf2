import type { ChatCase } from './cases.ts';
import type { ChatMessage } from './messages.ts';
import type { ChatNote } from './notes.ts';
import type { Owner } from './owner.ts';

/** What has been committed. */
export interface ChatNews {
  readonly case: ChatCase;
  readonly messages: readonly ChatMessage[];
  /** The desk's alone. */
  readonly notes: readonly ChatNote[];
}

export interface ChatListener {
  changed(news: ChatNews): void;
  /** Somebody is writing: the customer, or an operator to this customer. */
  typing(caseId: number, to: Owner | 'desk'): void;
}

/**
 * Hands what happens in conversations to the sockets of this process, at once. It keeps nothing: whoever was not there
 * asks for what comes after the last message they have.
 */
export class ChatHub {
  readonly #listeners = new Set<ChatListener>();

  listen(listener: ChatListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(changed: ChatCase, also: Partial<Omit<ChatNews, 'case'>> = {}): void {
    const news = { case: changed, messages: also.messages ?? [], notes: also.notes ?? [] };
    for (const listener of this.#listeners) listener.changed(news);
  }

  typing(caseId: number, to: Owner | 'desk'): void {
    for (const listener of this.#listeners) listener.typing(caseId, to);
  }
}
