import type { WireWithdrawal } from '@tallystick/protocol';
import type { StateTone } from '#ui/state-pill.tsx';
import type { TimelineStep } from '#ui/timeline.tsx';

const TONES: Readonly<Record<WireWithdrawal['state'], StateTone>> = {
  processing: 'wait',
  approved: 'wait',
  sending: 'wait',
  passed: 'good',
  rejected: 'bad',
  cancelled: 'quiet',
};

export function toneOf(state: WireWithdrawal['state']): StateTone {
  return TONES[state];
}

export type WithdrawalStep =
  | 'requested'
  | 'review'
  | 'send'
  | 'confirm'
  | 'passed'
  | 'rejected'
  | 'cancelled';
export interface Progress {
  readonly step: WithdrawalStep;
  readonly state: TimelineStep['state'];
  /** Milliseconds since the epoch; null if unknown or in the future. */
  readonly atMs: number | null;
}

/** The steps in order, and the withdrawal's state during each. */
const WAY = [
  ['review', 'processing'],
  ['send', 'approved'],
  ['confirm', 'sending'],
] as const satisfies readonly (readonly [WithdrawalStep, WireWithdrawal['state']])[];

/** A withdrawal's past and future steps. Bank withdrawals have no step on a chain. */
export function progressOf(
  withdrawal: Pick<WireWithdrawal, 'channel' | 'state' | 'created_at_ms' | 'decided_at_ms'>,
): readonly Progress[] {
  const { channel, state, created_at_ms: createdAtMs, decided_at_ms: decidedAtMs } = withdrawal;
  const requested: Progress = { step: 'requested', state: 'done', atMs: createdAtMs };
  if (state === 'rejected' || state === 'cancelled') {
    return [requested, { step: state, state: 'bad', atMs: decidedAtMs }];
  }
  const way = WAY.filter(([step]) => channel === 'chain' || step !== 'confirm');
  const at =
    state === 'passed'
      ? way.length
      : Math.max(
          0,
          way.findIndex(([, during]) => during === state),
        );
  return [
    requested,
    ...way.map(([step], index): Progress => ({
      step,
      state: index < at ? 'done' : index === at ? 'now' : 'todo',
      atMs: step === 'review' && index < at ? decidedAtMs : null,
    })),
    { step: 'passed', state: state === 'passed' ? 'done' : 'todo', atMs: null },
  ];
}
