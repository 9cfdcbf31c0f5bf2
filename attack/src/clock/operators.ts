import type { DeskOutput } from '@tallystick/protocol/desk';
import { agree, operator } from '@tallystick/server/testing/operator';

export type ClockStop = NonNullable<DeskOutput<'GET desk/clock'>['stopped']>;

/** Two people look at the clock and confirm it; resolves to what they saw, null if nothing was stopped. */
export async function sayClockIsRight(url: string): Promise<ClockStop | null> {
  const maker = await operator(url, 'admin');
  const { stopped } = await maker.call('GET desk/clock', {});
  if (stopped === null) return null;
  const note = 'Compared with the time of the network.';
  await agree(maker, 'compliance', { kind: 'clock', change: { ...stopped }, note });
  return stopped;
}
