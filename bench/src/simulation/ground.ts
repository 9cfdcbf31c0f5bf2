import { Random } from '@tallystick/core/testing/random';
import pg from 'pg';
import { BackOffice } from './back-office/back-office.ts';
import { Counts } from './counts.ts';
import type { Machine, SimulatedClock } from './engine/machine.ts';
import { startUntilOneLives } from './engine/starting.ts';
import { createWorldDatabase, type Laboratory, type WorldDatabase } from './laboratory.ts';
import { openedAt } from './traffic/setting.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly day: number;
}

/** What a world stands on. */
export interface Ground {
  readonly database: WorldDatabase;
  /** Not through a machine. */
  readonly direct: pg.Client;
  readonly clock: SimulatedClock;
  /** The first one. */
  readonly machine: Machine;
  readonly backOffice: BackOffice;
  readonly counts: Counts;
  readonly traffic: Random;
  readonly chance: Random;
  readonly prices: Random;
}

export async function openGround(laboratory: Laboratory, { seed, day }: WorldOptions): Promise<Ground> {
  const database = await createWorldDatabase(laboratory);
  const direct = new pg.Client({ connectionString: database.url });
  await direct.connect();
  const clock = { nowMs: openedAt(day), stopped: false };
  const mixed = (purpose: number): Random => new Random(seed * 1_000_003 + day * 101 + purpose);
  const counts = new Counts();
  const backOffice = await BackOffice.open(direct, { random: mixed(4), now: () => clock.nowMs, counts });
  const machine = await startUntilOneLives({ databaseUrl: database.url, clock });
  const random = { traffic: mixed(1), chance: mixed(2), prices: mixed(3) };
  return { database, direct, clock, machine, backOffice, counts, ...random };
}
