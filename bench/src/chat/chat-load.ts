import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Caller } from '@tallystick/server/testing/caller';
import { ChatPage } from '@tallystick/server/testing/chat-client';

export const OPERATORS = ['support', 'compliance'] as const;
/** The demo's: see apps/server/src/demo/operators.ts. */
const OPERATOR_PASSWORD = 'tally-desk';
/** A network may have only so many open conversations, so every ten visitors come from another one. */
const PER_NETWORK = 10;

interface Visitor {
  readonly visitor: string;
  readonly caller: Caller;
  readonly page: Awaited<ReturnType<typeof ChatPage.customer>>;
  readonly caseId: number;
}
interface DeskPage {
  readonly caller: Caller;
  readonly page: Awaited<ReturnType<typeof ChatPage.desk>>;
}

/** Open conversations with their visitors' and operators' pages, at a running server. */
export class ChatLoad {
  readonly #visitors: readonly Visitor[];
  readonly #desks: readonly DeskPage[];
  /** By text: when it was sent, and which pages still have to show it. */
  readonly #sent = new Map<string, { readonly atMs: number; readonly to: 'visitor' | 'desk' }>();
  readonly toDesk: number[] = [];
  readonly toVisitor: number[] = [];
  #running: Promise<void>[] = [];

  private constructor(visitors: readonly Visitor[], desks: readonly DeskPage[]) {
    this.#visitors = visitors;
    this.#desks = desks;
    for (const { page } of visitors) page.onTexts(texts => this.#shown(texts, 'visitor'));
    // Both operators have the list open: a question has arrived when both pages show it.
    const seen = new Map<string, number>();
    for (const { page } of desks) {
      page.onTexts(texts => {
        for (const text of texts) seen.set(text, (seen.get(text) ?? 0) + 1);
        this.#shown(
          texts.filter(text => seen.get(text) === desks.length),
          'desk',
        );
      });
    }
  }

  static async open(url: string, count: number): Promise<ChatLoad> {
    const desks: DeskPage[] = [];
    for (const name of OPERATORS) {
      const { token } = await new Caller(url).call('POST desk/login', { name, password: OPERATOR_PASSWORD });
      desks.push({ caller: new Caller(url, { token }), page: await ChatPage.desk(url, token) });
    }
    const visitors: Visitor[] = [];
    for (let i = 0; i < count; i++) {
      const visitor = randomBytes(32).toString('base64url');
      const address = `198.51.100.${Math.floor(i / PER_NETWORK)}`;
      const caller = new Caller(url, { address });
      const page = await ChatPage.customer(url, { visitor }, address);
      const opened = await caller.call('POST chat/send', {
        visitor,
        client_id: randomUUID(),
        text: `hello ${i}`,
      });
      visitors.push({ visitor, caller, page, caseId: opened.case.case_id });
    }
    return new ChatLoad(visitors, desks);
  }

  /** Sends this many questions and answers per second, evenly, for the given time; then waits for all to arrive. */
  async run(perSecond: number, seconds: number): Promise<void> {
    const count = perSecond * seconds;
    const beganMs = performance.now();
    for (let i = 0; i < count; i++) {
      const dueMs = beganMs + (i * 1_000) / perSecond;
      const waitMs = dueMs - performance.now();
      if (waitMs > 0) await delay(waitMs);
      this.#running.push(this.#ask(i), this.#answer(i));
    }
    await Promise.all(this.#running);
    this.#running = [];
  }

  /** Messages sent and never shown. */
  get lost(): number {
    return this.#sent.size;
  }

  close(): void {
    for (const { page } of [...this.#visitors, ...this.#desks]) page.close();
  }

  async #ask(i: number): Promise<void> {
    const { visitor, caller } = this.#visitors[(i * 7) % this.#visitors.length]!;
    const text = `question ${randomUUID()}`;
    this.#sent.set(text, { atMs: performance.now(), to: 'desk' });
    await caller.call('POST chat/send', { visitor, client_id: randomUUID(), text });
  }

  async #answer(i: number): Promise<void> {
    // Each conversation belongs to the operator who answered it first.
    const at = (i * 11) % this.#visitors.length;
    const { caller } = this.#desks[at % this.#desks.length]!;
    const text = `answer ${randomUUID()}`;
    this.#sent.set(text, { atMs: performance.now(), to: 'visitor' });
    const input = { case_id: this.#visitors[at]!.caseId, client_id: randomUUID(), text };
    await caller.call('POST desk/chat_send', input);
  }

  #shown(texts: readonly string[], to: 'visitor' | 'desk'): void {
    const nowMs = performance.now();
    for (const text of texts) {
      const sent = this.#sent.get(text);
      if (sent?.to !== to) continue;
      this.#sent.delete(text);
      (to === 'desk' ? this.toDesk : this.toVisitor).push(nowMs - sent.atMs);
    }
  }
}
