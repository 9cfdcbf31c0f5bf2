/** Where the parts of one exchange meet on NATS. Several exchanges may share servers, each with a prefix of its own. */
export interface Subjects {
  /** Gateways send, the core listens. */
  readonly commands: string;
  /** Copies of journal rows: the core sends, everybody else listens. */
  readonly rows: string;
  /** What the core says of itself. */
  readonly heads: string;
  /** What processes tell each other beside the journal: hints to look into the database. */
  readonly news: string;
  /** Feeds say here that they are there. */
  readonly feeds: string;
  /** Public topics of one feed: it sends, gateways that follow it listen. */
  topics(feed: string): string;
  /** Gateways tell a feed what they want. */
  asks(feed: string): string;
  /** Gateways ask there for signatures; the worker, which has the key, listens. */
  readonly notes: string;
  /** To one gateway: the answer to what it asked. */
  note(gateway: string, id: number | '*'): string;
  /** What was asked, by the answer's subject. */
  noteId(subject: string): number;
  /** To one gateway. */
  replies(gateway: string): string;
  /** Everything to one gateway, with what NATS says of frames that nobody heard. */
  inbox(gateway: string): string;
  /** Where NATS says so of one frame. */
  unheard(gateway: string, frame: number): string;
  /** The number of the frame; null for another subject. */
  unheardFrame(subject: string): number | null;
}

/** @param prefix such as `tallystick`. */
export function subjectsOf(prefix: string): Subjects {
  const inbox = (gateway: string): string => `${prefix}.to.${gateway}`;
  return {
    commands: `${prefix}.commands`,
    rows: `${prefix}.rows`,
    heads: `${prefix}.heads`,
    news: `${prefix}.news`,
    feeds: `${prefix}.feeds`,
    topics: feed => `${prefix}.topics.${feed}`,
    asks: feed => `${prefix}.asks.${feed}`,
    notes: `${prefix}.notes`,
    note: (gateway, id) => `${inbox(gateway)}.note.${id}`,
    noteId: subject => Number(subject.split('.').at(-1)),
    replies: gateway => `${inbox(gateway)}.replies`,
    inbox: gateway => `${inbox(gateway)}.>`,
    unheard: (gateway, frame) => `${inbox(gateway)}.unheard.${frame}`,
    unheardFrame(subject) {
      const [number, word] = subject.split('.').toReversed();
      return word === 'unheard' ? Number(number) : null;
    },
  };
}
