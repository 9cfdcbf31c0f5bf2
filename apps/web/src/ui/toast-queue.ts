export type ToastTone = 'neutral' | 'good' | 'bad';

export interface Message {
  readonly text: string;
  readonly tone: ToastTone;
  readonly link: { readonly text: string; readonly href: string } | null;
}

const SHOWN_MS = 3200;
/** Minimum time for each message: the answer to the next order must not hide a liquidation at once. */
const LEAST_MS = 1200;
/** Limit of waiting messages; beyond it the oldest are dropped. */
const MOST_WAITING = 5;

/** Shows one message at a time for about three seconds; twice as long with a link, shorter if others wait. */
export class ToastQueue {
  readonly #show: (message: Message | null) => void;
  readonly #waiting: Message[] = [];
  #shown: Message | null = null;
  #shownAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `show`: called with the message to show now; null to hide the last one. */
  constructor(show: (message: Message | null) => void) {
    this.#show = show;
  }

  /** Repeating the last text adds no message; if it is on screen, its time starts again. */
  add(message: Message): void {
    if ((this.#waiting.at(-1) ?? this.#shown)?.text !== message.text) this.#waiting.push(message);
    else if (this.#waiting.length === 0) this.#shownAtMs = performance.now();
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    if (this.#shown === null) this.next();
    else this.#schedule(this.#shown);
  }

  /** Shows the next message, or none. */
  next(): void {
    this.#shown = this.#waiting.shift() ?? null;
    this.#shownAtMs = performance.now();
    this.#show(this.#shown);
    clearTimeout(this.#timer);
    if (this.#shown !== null) this.#schedule(this.#shown);
  }

  #schedule({ link }: Message): void {
    const forMs = this.#waiting.length > 0 ? LEAST_MS : link === null ? SHOWN_MS : 2 * SHOWN_MS;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.next(), Math.max(0, this.#shownAtMs + forMs - performance.now()));
  }
}
