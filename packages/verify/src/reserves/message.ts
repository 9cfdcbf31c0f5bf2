import { isHash } from '../bytes.ts';

/** What an address of the exchange signs, so that everybody sees whose it is, since when, and for what. */
export interface ReserveMessage {
  /** Name of the exchange's logs. */
  readonly origin: string;
  readonly network: string;
  readonly address: string;
  /** Such as `2026-11-28`, UTC. */
  readonly day: string;
  /** A record of the public log: it was signed after this was published. Null: there was none. */
  readonly after: { readonly number: number; readonly hash: string } | null;
}

const FORM =
  /^(\S{1,255}) holds this address as a reserve\.\nNetwork: (\S{1,16})\nAddress: (\S{1,128})\nDay: (\d{4}-\d\d-\d\d)\nAfter public record: (?:none|([1-9]\d{0,14}) ([0-9a-f]{64}))$/;

/** The text that is signed, to the letter. */
export function reserveMessage({ origin, network, address, day, after }: ReserveMessage): string {
  return [
    `${origin} holds this address as a reserve.`,
    `Network: ${network}`,
    `Address: ${address}`,
    `Day: ${day}`,
    `After public record: ${after === null ? 'none' : `${after.number} ${after.hash}`}`,
  ].join('\n');
}

/** Null: it says something else. */
export function readReserveMessage(text: string): ReserveMessage | null {
  const [, origin, network, address, day, number, hash] = FORM.exec(text) ?? [];
  if (origin === undefined || network === undefined || address === undefined || day === undefined)
    return null;
  if (new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day) return null;
  const after = number !== undefined && isHash(hash) ? { number: Number(number), hash } : null;
  return { origin, network, address, day, after };
}
