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
export class ChatHub implements ChatListener {
  readonly #listeners = new Set<ChatListener>();
  readonly #others: ChatListener[] = [];

  listen(listener: ChatListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Called with what happens here alone: other processes have to be told. */
  onHere(listener: ChatListener): void {
    this.#others.push(listener);
  }

  /** Something was changed here. */
  tell(changed: ChatCase, also: Partial<Omit<ChatNews, 'case'>> = {}): void {
    const news = { case: changed, messages: also.messages ?? [], notes: also.notes ?? [] };
    for (const listener of [this, ...this.#others]) listener.changed(news);
  }

  /** Somebody types here. */
  tellTyping(caseId: number, to: Owner | 'desk'): void {
    const told = { caseId, to: to === 'desk' ? to : ownerKey(to) };
    for (const listener of [this, ...this.#others]) listener.typing(told);
  }

  /** Passes on what was changed, here or by another process. */
  changed(news: ChatNews): void {
    for (const listener of this.#listeners) listener.changed(news);
  }

  /** Passes on who types, here or at another process. */
  typing(told: ChatTyping): void {
    for (const listener of this.#listeners) listener.typing(told);
  }
}
