import type { WireArrival, WireDeposit } from '@tallystick/protocol';
import type { StateTone } from '#ui/state-pill.tsx';
import type { TimelineStep } from '#ui/timeline.tsx';

/** `taking_back`: credited by mistake, and to be reversed. */
export type ShownState = WireDeposit['state'] | WireArrival['state'] | 'taking_back';

const TONES: Readonly<Record<ShownState, StateTone>> = {
  processing: 'wait',
  passed: 'good',
  rejected: 'bad',
  reversed: 'bad',
  confirming: 'wait',
  below_minimum: 'quiet',
  taking_back: 'wait',
};

/** The state shown in its row. */
export function pillOf(state: ShownState, reversal: WireDeposit['reversal']): ShownState {
  const isOpen = reversal !== null && reversal.state !== 'done' && reversal.state !== 'dropped';
  return state === 'passed' && isOpen ? 'taking_back' : state;
}

export function toneOf(state: ShownState): StateTone {
  return TONES[state];
}

export type DepositStep =
  | 'announced'
  | 'arrived'
  | 'review'
  | 'credited'
  | 'rejected'
  | 'reversed'
  | 'corrected';
export interface Progress {
  readonly step: DepositStep;
  readonly state: TimelineStep['state'];
  /** Milliseconds since the epoch; null if unknown or in the future. */
  readonly atMs: number | null;
}

/** A deposit's past and future steps. */
export function progressOf(
  deposit: Pick<WireDeposit, 'channel' | 'state' | 'created_at_ms' | 'decided_at_ms' | 'reversal'>,
): readonly Progress[] {
  const { channel, state, created_at_ms: createdAtMs, decided_at_ms: decidedAtMs } = deposit;
  const began: Progress = {
    step: channel === 'chain' ? 'arrived' : 'announced',
    state: 'done',
    atMs: createdAtMs,
  };
  const credited = (atMs: number | null): Progress => ({
    step: 'credited',
    state: atMs === null && state === 'processing' ? 'todo' : 'done',
    atMs,
  });
  const ended = (step: DepositStep): Progress => ({ step, state: 'bad', atMs: decidedAtMs });
  switch (state) {
    case 'processing':
      return [began, { step: 'review', state: 'now', atMs: null }, credited(null)];
    case 'passed':
      return [began, credited(decidedAtMs)];
    case 'rejected':
      return [began, ended('rejected')];
    case 'reversed':
      return deposit.reversal?.state === 'done'
        ? [
            began,
            credited(decidedAtMs),
            { step: 'corrected', state: 'bad', atMs: deposit.reversal.due_at_ms },
          ]
        : [began, credited(null), ended('reversed')];
  }
}
