import { DAY_MS } from '@tallystick/core/durations';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { isAllowed } from '@tallystick/protocol/desk/roles';
import type { Clock } from '../../../timekeeping/clock.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';

export interface DeskClockOptions {
  readonly mode: 'demo' | 'live';
  readonly clock: Clock;
  readonly audit: AuditLog;
}

/** The demo's clock: moves days forward at once, to show what happens then. */
export class DeskClock {
  readonly #options: DeskClockOptions;

  constructor(options: DeskClockOptions) {
    this.#options = options;
  }

  /** The current time, and whether this operator may move it. */
  read({ role }: Pick<Operator, 'role'>): DeskOutput<'GET desk/clock'> {
    const { mode, clock } = this.#options;
    const stop = clock.stop();
    return {
      server_time_ms: clock.now(),
      clock_ahead_ms: clock.aheadMs(),
      demo: mode === 'demo',
      may_advance: mode === 'demo' && isAllowed(role, 'clock.advance'),
      stopped:
        stop === null
          ? null
          : { reason: stop.reason, since_ms: stop.sinceMs, difference_ms: stop.differenceMs },
    };
  }

  async advance(
    operator: Operator,
    by: DeskRequest<'POST desk/clock_advance'>['by'],
    reason: string,
  ): Promise<DeskOutput<'POST desk/clock_advance'>> {
    const { mode, clock, audit } = this.#options;
    if (mode !== 'demo') throw new CallFailure('demo_only');
    if (clock.stop() !== null) throw new CallFailure('clock_stopped');
    await clock.advance(
      nowMs => (by === 'next_utc_midnight' ? DAY_MS - (nowMs % DAY_MS) : by),
      (client, { beforeMs, afterMs }) =>
        audit.write(client, operator, {
          action: 'clock.advance',
          subject: 'clock',
          before: { time_ms: beforeMs },
          after: { time_ms: afterMs, reason },
        }),
    );
    return this.read(operator);
  }
}
