import type { CallRequest, WirePerpetualMails } from '@tallystick/protocol';
import type { TellChoices } from '../tell/choices.ts';

const EVENTS = ['near_liquidation', 'stop', 'liquidated', 'funding'] as const;

/** What of positions comes by mail: a part of what customers choose in `tell/settings`. */
export class MailChoices {
  readonly #choices: TellChoices;

  constructor(choices: TellChoices) {
    this.#choices = choices;
  }

  async read(customerId: number): Promise<WirePerpetualMails> {
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

  /** What is left out stays as it is. */
  async write(customerId: number, choice: CallRequest<'POST lever/alerts'>): Promise<WirePerpetualMails> {
    for (const event of EVENTS) {
      const mail = choice[event];
      if (mail !== undefined) await this.#choices.choose(customerId, event, { mail });
    }
    return this.read(customerId);
  }
}
