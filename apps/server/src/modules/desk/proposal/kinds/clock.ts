import type { clockChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import type { Clock } from '../../../../timekeeping/clock.ts';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { ProposalKind } from '../../../../approval/proposal-kind.ts';

type Change = z.output<typeof clockChange>;

/**
 * Confirms that the machine's clock is right and the exchange continues by it. The confirmation is for the difference
 * shown: if the clock changes again meanwhile, the proposal is void.
 */
export function clockKind(clock: Pick<Clock, 'stop' | 'goOn' | 'limitMs'>): ProposalKind<Change> {
  let decided: Change | null = null;
  const isAsSeen = (change: Change): boolean => {
    const stop = clock.stop();
    return (
      stop !== null &&
      stop.reason === change.reason &&
      stop.sinceMs === change.since_ms &&
      Math.abs(stop.differenceMs - change.difference_ms) <= clock.limitMs
    );
  };
  return {
    propose: 'clock.propose',
    confirm: 'clock.confirm',
    async prepare(_client, change) {
      if (clock.stop() === null) throw new CallFailure('nothing_changed');
      if (!isAsSeen(change)) throw new CallFailure('proposal_outdated');
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
    async apply(_client, change) {
      decided = change;
    },
    async committed() {
      if (decided !== null && isAsSeen(decided)) clock.goOn();
      decided = null;
    },
  };
}
