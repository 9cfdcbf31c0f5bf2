import type { clockChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import type { Clock, ClockStop } from '../../../../timekeeping/clock.ts';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { ProposalKind } from '../../../../approval/proposal-kind.ts';

type Change = z.output<typeof clockChange>;

/**
 * Confirms that the machine's clock is right and the exchange continues by it. The confirmation is for the difference
 * shown: if the clock changes again meanwhile, the proposal is void.
 */
export function clockKind(
  clock: Pick<Clock, 'stop' | 'isAsSeen' | 'confirm' | 'goOn'>,
): ProposalKind<Change> {
  let decided: ClockStop | null = null;
  const seenIn = (change: Change): ClockStop => ({
    reason: change.reason,
    sinceMs: change.since_ms,
    differenceMs: change.difference_ms,
  });
  return {
    propose: 'clock.propose',
    confirm: 'clock.confirm',
    async prepare(_client, change) {
      if (clock.stop() === null) throw new CallFailure('nothing_changed');
      if (!clock.isAsSeen(seenIn(change))) throw new CallFailure('proposal_outdated');
      return {
        subject: 'clock:machine',
        before: {
          clock_trusted: false,
          clock_reason: change.reason,
          stopped_at_ms: change.since_ms,
          clock_difference_seconds: change.difference_ms / 1000,
        },
        after: { clock_trusted: true },
      };
    },
    async apply(client, change) {
      decided = seenIn(change);
      await clock.confirm(client, decided);
    },
    async committed() {
      if (decided !== null && clock.isAsSeen(decided)) clock.goOn();
      decided = null;
    },
  };
}
