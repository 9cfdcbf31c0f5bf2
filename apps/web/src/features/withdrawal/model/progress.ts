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
  /** Milliseconds since the epoch; null: not known, or still to come. */
  readonly atMs: number | null;
}

/** What has to happen one after the other, and the state during each. */
const WAY = [
  ['review', 'processing'],
  ['send', 'approved'],
  ['confirm', 'sending'],
] as const satisfies readonly (readonly [WithdrawalStep, WireWithdrawal['state']])[];

/** The way of a withdrawal so far, and what is to come. Nothing is sent on a chain for the bank. */
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
