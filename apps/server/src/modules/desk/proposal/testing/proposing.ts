import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import type { Role } from '@tallystick/protocol/desk/roles';
import { TestDesk } from '../../../../testing/test-desk.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

export type Proposal = DeskOutput<'POST desk/propose'>;
export type Wish = Omit<DeskInput<'POST desk/propose'>, 'note'>;

/** A desk for each role, on its own server. */
export interface Place {
  readonly server: TestServer;
  readonly desks: Readonly<Record<Role, TestDesk>>;
}

/** Fees of market 1 in percent, lower at each call: changes in favour of customers take effect at once. */
let fees = 99;
export function fee(percent = `0.0${--fees}`, marketId = 1): Wish {
  const change = {
    market_id: marketId,
    min_notional: '5',
    maker_fee_percent: percent,
    taker_fee_percent: percent,
    price_band_percent: '10',
  };
  return { kind: 'market', change };
}

/** All products are on, except as given in `change`. */
export function products(change: Readonly<Record<string, boolean>>) {
  const on = { spot: true, perpetual: true, option: true, trust: true, launch: true };
  return { ...on, deposit: true, withdrawal: true, option_notice_acknowledged: true, ...change };
}

/** Actions of operators. `place` is called each time, because sessions end. */
export function proposing(place: () => Place) {
  return {
    propose: (wish: Wish, by: Role = 'accountant'): Promise<Proposal> =>
      place().desks[by].call('POST desk/propose', { ...wish, note: 'because' }),

    confirm: async ({ id }: Proposal, by: Role = 'administrator'): Promise<Proposal> => {
      const decision = { id, decision: 'confirm' } as const;
      return (await place().desks[by].call('POST desk/proposal_decide', decision)).proposal;
    },

    /** Advances the clock and sends a tick. */
    pass: async (minutes: number): Promise<void> => {
      const { server } = place();
      await TestDesk.wait(server, minutes * 60_000);
      await server.tick(1, 60_000e8);
    },

    takerFee: async (marketId = 1): Promise<string | undefined> => {
      const { items } = await place().desks.support.call('GET desk/markets', {});
      return items.find(({ market }) => market.id === marketId)?.market.taker_fee_percent;
    },
  };
}
