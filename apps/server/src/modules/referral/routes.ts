import { LANGUAGES, type CallOutput, type CallRequest } from '@tallystick/protocol';
import { POSTER_DESIGNS } from '@tallystick/protocol/poster-designs';
import type { RegisterCall } from '../../http/call-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { ReferralService } from './service.ts';
import { invitationWords } from './texts.ts';
import * as wire from './wire.ts';

type Units = Pick<MarketUnitsTable, 'currency'>;

export function referralRoutes(referral: ReferralService, units: Units) {
  async function returns(
    customerId: number,
    { view, cursor, limit }: CallRequest<'POST user/my_account_return'>,
  ): Promise<CallOutput<'POST user/my_account_return'>> {
    const page = <Row, Item>(
      rows: Row[],
      cursorOf: (row: Row) => unknown,
      wireItem: (row: Row, by: Units) => Item,
    ) =>
      pageOf(
        rows,
        limit,
        row => String(cursorOf(row)),
        row => wireItem(row, units),
      );
    if (view === 'fills') {
      const after = wire.readRebateCursor(cursor);
      return page(await referral.rebates(customerId, after, limit + 1), wire.rebateCursor, wire.wireRebate);
    }
    const asked = [customerId, readCursor(cursor, 1)?.[0] ?? null, limit + 1] as const;
    if (view === 'days') return page(await referral.days(...asked), row => row.utcDay, wire.wireDay);
    if (view === 'people')
      return page(await referral.people(...asked), row => row.customerId, wire.wirePerson);
    return page(await referral.settlements(...asked), row => row.postingId, wire.wireSettlement);
  }

  return (register: RegisterCall): void => {
    register('GET user/invite', async (_input, { session }) =>
      wire.wireOverview(await referral.overview(session.customerId), units),
    );
    register('GET user/my_share', async (_input, { session, language }) => {
      const invitation = await referral.invitation(session.customerId);
      return { ...wire.wireInvitation(invitation), ...invitationWords(language, invitation.code) };
    });
    register('GET user/my_poster', async (_input, { session }) => {
      const invitation = await referral.invitation(session.customerId);
      const texts = LANGUAGES.map(one => [one, invitationWords(one, invitation.code)] as const);
      return {
        ...wire.wireInvitation(invitation),
        designs: [...POSTER_DESIGNS],
        texts: Object.fromEntries(texts) as CallOutput<'GET user/my_poster'>['texts'],
        ratios: wire.wireRatios(referral.terms),
      };
    });
    register('POST user/invite_list', async (_input, { session: { customerId } }) => {
      const { top, own, atMs } = await referral.leaders(customerId);
      return {
        items: top.map(leader => wire.wireLeader(leader, customerId, units)),
        own: own === null ? null : wire.wireLeader(own, customerId, units),
        at_ms: atMs,
      };
    });
    register('POST user/my_invite_list', async ({ level, cursor, limit }, { session }) => {
      const beforeId = readCursor(cursor, 1)?.[0] ?? null;
      const rows = await referral.invited(session.customerId, level, beforeId, limit + 1);
      return pageOf(
        rows,
        limit,
        row => String(row.id),
        row => wire.wireInvitee(row, units),
      );
    });
    register('POST user/my_account_return', (input, { session }) => returns(session.customerId, input));
  };
}
