import type { ChatCase } from './cases.ts';
import type { ChatMessage } from './messages.ts';
import type { ChatNote } from './notes.ts';
import { ownerKey, type Owner } from './owner.ts';

/** A committed change. */
export interface ChatNews {
  readonly case: ChatCase;
  readonly messages: readonly ChatMessage[];
  /** For the desk only. */
  readonly notes: readonly ChatNote[];
}

export interface ChatListener {
  changed(news: ChatNews): void;
  typing(told: ChatTyping): void;
}

/** Somebody is typing: the customer to the desk, or an operator to this customer. Nobody looks for what was not heard. */
export interface ChatTyping {
  readonly caseId: number;
  /** `desk`, or the `ownerKey`. */
  readonly to: string;
}

/**
 * Passes changes of conversations to the sockets of this process. It stores nothing: a client that was disconnected asks for
 * messages after its last one.
 */
export class ChatHub {
  readonly #listeners = new Set<ChatListener>();
  readonly #hereListeners: ((news: ChatNews) => void)[] = [];
  readonly #typingHere: ((told: ChatTyping) => void)[] = [];

  listen(listener: ChatListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(changed: ChatCase, also: Partial<Omit<ChatNews, 'case'>> = {}): void {
    const news = { case: changed, messages: also.messages ?? [], notes: also.notes ?? [] };
    this.heard(news);
    for (const listener of this.#hereListeners) listener(news);
  }

  /** Passes on what was changed by another process. */
  heard(news: ChatNews): void {
    for (const listener of this.#listeners) listener.changed(news);
  }

  /** Called with what was changed here: other processes have to be told. */
  onToldHere(listener: (news: ChatNews) => void): void {
    this.#hereListeners.push(listener);
  }

  typing(caseId: number, to: Owner | 'desk'): void {
    const told = { caseId, to: to === 'desk' ? to : ownerKey(to) };
    this.heardTyping(told);
    for (const listener of this.#typingHere) listener(told);
  }

  /** Passes on what another process says. */
  heardTyping(told: ChatTyping): void {
    for (const listener of this.#listeners) listener.typing(told);
  }

  /** As `onToldHere`. */
  onTypingHere(listener: (told: ChatTyping) => void): void {
    this.#typingHere.push(listener);
  }
}
