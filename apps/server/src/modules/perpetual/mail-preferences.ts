import type { NotificationPreferences } from '../notification/preferences.ts';

const EVENTS = ['near_liquidation', 'stop', 'liquidated', 'funding'] as const;

/** Whether each event is sent by mail. */
export type PositionMails = Record<(typeof EVENTS)[number], boolean>;

/** Which events of positions are mailed: a part of the customer's choices in `tell/settings`. */
export class PositionMailPreferences {
  readonly #preferences: NotificationPreferences;

  constructor(preferences: NotificationPreferences) {
    this.#preferences = preferences;
  }

  async read(customerId: number): Promise<PositionMails> {
    const own = await this.#preferences.of(customerId);
    return Object.fromEntries(EVENTS.map(event => [event, own.of(event).mail])) as PositionMails;
  }

  /** Fields left out stay as they are. */
  async write(
    customerId: number,
    choice: { readonly [Event in keyof PositionMails]?: boolean | undefined },
  ): Promise<PositionMails> {
    for (const event of EVENTS) {
      const mail = choice[event];
      if (mail !== undefined) await this.#preferences.choose(customerId, event, { mail });
    }
    return this.read(customerId);
  }
}
