import type { NotificationPreferences } from '../notification/preferences.ts';

const EVENTS = ['near_liquidation', 'stop', 'liquidated', 'funding'] as const;

/** Whether each event is sent by mail. */
export type PositionMails = Record<(typeof EVENTS)[number], boolean>;

/** What of positions comes by mail: a part of what customers choose in `tell/settings`. */
export class MailChoices {
  readonly #choices: NotificationPreferences;

  constructor(choices: NotificationPreferences) {
    this.#choices = choices;
  }

  async read(customerId: number): Promise<PositionMails> {
    const { events } = await this.#choices.settings(customerId);
    const mailed = (event: (typeof EVENTS)[number]): boolean =>
      events.some(one => one.event === event && one.mail);
    return {
      near_liquidation: mailed('near_liquidation'),
      stop: mailed('stop'),
      liquidated: mailed('liquidated'),
      funding: mailed('funding'),
    };
  }

  /** Fields left out stay as they are. */
  async write(
    customerId: number,
    choice: { readonly [Event in keyof PositionMails]?: boolean | undefined },
  ): Promise<PositionMails> {
    for (const event of EVENTS) {
      const mail = choice[event];
      if (mail !== undefined) await this.#choices.choose(customerId, event, { mail });
    }
    return this.read(customerId);
  }
}
