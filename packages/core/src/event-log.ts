import type { Event } from './event.ts';

/** The events of the command being applied, in order. Each command gets a fresh list, which the caller may keep. */
export class EventLog {
  events: Event[] = [];

  begin(): void {
    this.events = [];
  }

  push(event: Event): void {
    this.events.push(event);
  }
}
