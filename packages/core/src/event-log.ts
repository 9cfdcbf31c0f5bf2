import type { Event } from './event.ts';

/** The events of the command being applied, in order. Each command gets a fresh list, which the caller may keep. */
export class EventLog {
  events: Event[] = [];
  /** Of all events of the command, made or not: their number, their order and a figure of each. */
  digest = 0;
  #silent = false;

  /** `silent`: nobody reads the events, so those that are many are not even made. */
  begin(silent = false): void {
    this.events = [];
    this.digest = 0;
    this.#silent = silent;
  }

  /** Notes an event and says whether to `add` it. `figure`, of which 32 bits count, tells it from others like it. */
  wants(figure: number): boolean {
    this.digest = (Math.imul(this.digest, 31) + (figure | 0) + 1) | 0;
    return !this.#silent;
  }

  add(event: Event): void {
    this.events.push(event);
  }

  push(event: Event): void {
    if (this.wants(event.type.length)) this.add(event);
  }
}
