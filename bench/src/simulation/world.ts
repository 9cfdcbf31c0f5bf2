import { HOUR_MS } from '@tallystick/core/durations';
import { Random } from '@tallystick/core/testing/random';
import { journalHashAt, journalRows } from '@tallystick/server/engine/journal/journal-reader';
import { verifyProjections } from '@tallystick/server/engine/projections/verify';
import pg from 'pg';
import { BackOffice } from './back-office/back-office.ts';
import { openStaff, type Staff } from './back-office/staff.ts';
import type { Intent } from './clients.ts';
import { Counts } from './counts.ts';
import type { Strike } from './database/door.ts';
import { Machine, type MachineOptions } from './engine/machine.ts';
import { bury, sendAgain, startUntilOneLives, type Start } from './engine/starting.ts';
import { FaultPlan, nameOf, type Fault } from './faults.ts';
import { Finding, plain } from './judge/finding.ts';
import { Judge } from './judge/judge.ts';
import { createWorldDatabase, type Laboratory, type WorldDatabase } from './laboratory.ts';
import { Prices } from './prices.ts';
import { dies, diesOf, Senders } from './senders.ts';
import { openedAt, openingCommands } from './traffic/setting.ts';
import { pause, wantedNow } from './traffic/traffic.ts';

const OPENING_AT_ONCE = 500;
/** In one of so many steps people decide on money. */
const DECIDES = 10;
const REMEMBERED = 40;
/** Before these hours of a day the exchange stands still for more than a day: then much is due at once. */
const OUTAGES_BEFORE: ReadonlySet<number> = new Set([2, 13]);
const OUTAGE_HOURS = { least: 26, most: 32 } as const;
/** So many commands of customers are to be accepted in an hour: more is wanted at once while there are fewer. */
const ACCEPTED_AN_HOUR = 2_090;
const WANTED_AT_ONCE = { behind: 24, ahead: 8 } as const;

export interface HourReport {
  readonly hour: number;
  /** Accepted commands of customers. */
  readonly accepted: number;
  /** All commands in the journal, prices and passing time too. */
  readonly journaled: number;
  readonly faults: number;
  readonly starts: number;
}

export interface WorldOptions {
  readonly seed: number;
  readonly day: number;
}

/** What a world stands on. */
interface Ground {
  readonly database: WorldDatabase;
  /** Not through a machine. */
  readonly direct: pg.Client;
  readonly clock: MachineOptions['clock'];
  readonly machine: Machine;
  readonly backOffice: BackOffice;
  readonly counts: Counts;
  readonly traffic: Random;
  readonly chance: Random;
  readonly prices: Random;
}

/**
 * A simulated exchange from its opening on: customers, house, operators and prices, a clock, a database, and an engine that
 * dies in many ways. Everything follows from seed and day; each method throws a Finding if something is wrong.
 */
export class World {
  readonly judge = new Judge();
  readonly #ground: Ground;
  readonly #senders: Senders;
  readonly #prices: Prices;
  readonly #faults: FaultPlan;
  #machine: Machine;
  #staff: Staff;
  /** What services said in their logs, since somebody looked. */
  #logged: unknown[] = [];
  /** Time that has passed, whatever the clock says. */
  #trueMs: number;
  /** Where the running hour began. */
  #hour = { startMs: 0, startAccepted: 0 };
  #starts = 0;
  #hours = 0;
  /** Whether something goes wrong in this step, or may. */
  #isCareful = true;
  /** Steps for which the clock stays in doubt. */
  #doubted = 0;
  /** The newest wishes, for who looks into a finding. */
  readonly recent: string[] = [];

  private constructor(ground: Ground) {
    this.#ground = ground;
    this.#machine = ground.machine;
    this.#trueMs = ground.clock.nowMs;
    this.#senders = new Senders(ground.counts);
    this.#prices = new Prices(ground.prices);
    this.#faults = new FaultPlan(ground.chance);
    this.#staff = this.#staffOf(ground.machine);
  }

  static async open(laboratory: Laboratory, { seed, day }: WorldOptions): Promise<World> {
    const database = await createWorldDatabase(laboratory);
    const direct = new pg.Client({ connectionString: database.url });
    await direct.connect();
    const clock = { nowMs: openedAt(day), stopped: false };
    const mixed = (purpose: number): Random => new Random(seed * 1_000_003 + day * 101 + purpose);
    const counts = new Counts();
    const backOffice = await BackOffice.open(direct, { random: mixed(4), now: () => clock.nowMs, counts });
    const machine = await startUntilOneLives({ databaseUrl: database.url, clock });
    const random = { traffic: mixed(1), chance: mixed(2), prices: mixed(3) };
    const world = new World({ database, direct, clock, machine, backOffice, counts, ...random });
    const opening = openingCommands(clock.nowMs).map(one => world.#senders.clients.intend('house', one));
    for (let from = 0; from < opening.length; from += OPENING_AT_ONCE)
      await world.#settle(opening.slice(from, from + OPENING_AT_ONCE));
    return world;
  }

  /** How often each command was accepted, or refused for which reason; how often each fault came. */
  get counts(): ReadonlyMap<string, number> {
    return this.#ground.counts.all;
  }

  /** The next hour; `lasts`: a shorter stretch, with as many faults. */
  async hour(hour: number, lasts = HOUR_MS): Promise<HourReport> {
    if (OUTAGES_BEFORE.has(this.#hours++)) await this.#outage();
    const [accepted, journaled, starts] = [this.#senders.accepted, this.judge.at.sequence, this.#starts];
    this.#hour = { startMs: this.#trueMs, startAccepted: accepted };
    const endsMs = this.#trueMs + lasts;
    const planned = this.#faults.plan(this.#trueMs, lasts);
    const faults = planned.length;
    while (this.#trueMs < endsMs) {
      this.#pass(pause(this.#ground.traffic));
      const isDue = planned[0] !== undefined && planned[0].atMs <= this.#trueMs;
      await this.#step(isDue ? planned.shift()!.fault : null);
    }
    for (const { fault } of planned) await this.#step(fault);
    await this.#compareEverything();
    return {
      hour,
      accepted: this.#senders.accepted - accepted,
      journaled: this.judge.at.sequence - journaled,
      faults,
      starts: this.#starts - starts,
    };
  }

  /** Also compares the tables with each other, history included. */
  async verifyTables(): Promise<void> {
    await this.#machine.engine.projected();
    const problems = await verifyProjections(this.#ground.direct, this.#machine.engine.exchange);
    if (problems.length > 0)
      throw new Finding('the tables differ from the exchange', problems.join('; '), 'none');
  }

  async close(): Promise<void> {
    await this.#machine.kill();
    await this.#ground.direct.end();
    await this.#ground.database.close();
  }

  #pass(ms: number): void {
    this.#trueMs += ms;
    this.#ground.clock.nowMs += ms;
  }

  /** Nothing runs for a long time. */
  async #outage(): Promise<void> {
    this.#ground.counts.add('fault outage');
    await this.#machine.stop();
    this.#pass(this.#ground.chance.between(OUTAGE_HOURS.least, OUTAGE_HOURS.most) * HOUR_MS);
    await this.#start();
  }

  async #step(fault: Fault | null): Promise<void> {
    const { clock, counts, chance } = this.#ground;
    if (this.#doubted > 0 && --this.#doubted === 0) {
      clock.stopped = false;
      await this.#machine.engine.wake();
    }
    if (fault !== null) counts.add(`fault ${nameOf(fault)}`);
    // What is due comes first, so that a strike meets the same commit in each run.
    this.#isCareful = fault !== null || this.#machine.door.isArmed;
    if (this.#isCareful) await this.#settle([]);
    if (fault?.kind === 'strike') void this.#machine.door.arm(fault.strike);
    const intents = this.#intents();
    if (fault === null || fault.kind === 'strike') await this.#settle(intents);
    else await this.#suffer(fault, intents);
    await this.#judgeSoFar();
    if (clock.stopped || this.#machine.door.isArmed) return;
    await this.#senders.askAgain(this.#machine, chance);
    if (chance.below(DECIDES) === 0) await this.#decide();
  }

  #intents(): Intent[] {
    const { clock, traffic } = this.#ground;
    const { clients } = this.#senders;
    const ticks = this.#prices.ticks(clock.nowMs).map(one => clients.intend('feed', one));
    const { startMs, startAccepted } = this.#hour;
    const due = (ACCEPTED_AN_HOUR * (this.#trueMs - startMs)) / HOUR_MS;
    const isBehind = this.#senders.accepted - startAccepted < due;
    const most = WANTED_AT_ONCE[isBehind ? 'behind' : 'ahead'];
    const wanted = wantedNow(this.#machine.engine.exchange, traffic, clock.nowMs, most);
    for (const { sender, command } of wanted) this.#remember(`${clock.nowMs} ${sender} ${plain(command)}`);
    return [...ticks, ...wanted.map(({ sender, command }) => clients.intend(sender, command))];
  }

  async #suffer(fault: Exclude<Fault, { kind: 'strike' }>, intents: readonly Intent[]): Promise<void> {
    const { clock, direct } = this.#ground;
    if (fault.kind === 'slow') return this.#slow(fault.strike, intents);
    if (fault.kind === 'takeover') return this.#takeOver(intents);
    if (fault.kind === 'clockBack') clock.nowMs -= fault.ms;
    if (fault.kind === 'clockAhead') {
      clock.nowMs += fault.ms;
      await this.#machine.engine.wake();
    }
    if (fault.kind === 'pricesLeap') this.#prices.leap();
    if (fault.kind === 'pricesSilent') this.#prices.silence(clock.nowMs);
    await this.#settle(intents);
    switch (fault.kind) {
      case 'refusing':
        return this.#restart({ attempts: fault.attempts });
      case 'dyingTwice':
        return this.#restart({ strike: fault.strike });
      case 'restart':
        await this.#judgeSoFar();
        await this.#machine.stop();
        return this.#start();
      case 'standby':
        return this.#standBy();
      case 'desk':
        await this.#judgeSoFar();
        return this.#decide(fault.strike);
      case 'doubled':
        return sendAgain(direct, this.#machine);
      case 'clockDoubted':
        clock.stopped = true;
        this.#doubted = fault.steps;
    }
  }

  /** Sends, and sends again with the same keys after each death of the engine, until everybody has an answer. */
  async #settle(intents: readonly Intent[]): Promise<void> {
    const { clients } = this.#senders;
    await this.#ask(intents);
    if (this.#machine.failure !== null) await this.#restart();
    while (clients.waiting.size > 0 && !this.#ground.clock.stopped) {
      await this.#ask([...clients.waiting.values()]);
      if (this.#machine.failure !== null) await this.#restart();
    }
  }

  #ask(intents: readonly Intent[]): Promise<void> {
    const asking = { isDoubted: this.#ground.clock.stopped, isCareful: this.#isCareful };
    return this.#senders.ask(this.#machine, intents, asking);
  }

  /** People decide; a strike hits what they decide with. */
  async #decide(strike?: Strike): Promise<void> {
    const machine = this.#machine;
    await machine.engine.projected();
    if (strike !== undefined) void machine.door.arm(strike);
    const strange = [...(await this.#ground.backOffice.work(this.#staff)), ...this.#logged.splice(0)];
    const wasStruck = strike !== undefined && !machine.door.isArmed;
    machine.door.disarm();
    if (!wasStruck) await diesOf(machine, strange);
    // Of the connections of a machine that lives, too, one may be cut, or refuse a statement.
    else if (strike.takes === 'all' && strike.kind !== 'refuse') await machine.failed;
    if (machine.failure !== null) await this.#restart();
    await this.#judgeSoFar();
  }

  async #restart(how: Start = {}): Promise<void> {
    const dead = this.#machine;
    await bury(dead);
    await this.#start(how);
    // A packet of the dead one arrives late.
    await sendAgain(this.#ground.direct, dead);
  }

  async #start(how: Start = {}): Promise<void> {
    const { database, clock } = this.#ground;
    await this.#goOnWith(await startUntilOneLives({ databaseUrl: database.url, clock }, how));
  }

  async #goOnWith(machine: Machine): Promise<void> {
    this.#machine = machine;
    this.#staff = this.#staffOf(machine);
    this.#starts++;
    await this.#judgeSoFar();
    this.judge.compare(machine.engine.exchange, true);
    await this.#finishLeft();
  }

  #staffOf(machine: Machine): Staff {
    const { clock } = this.#ground;
    const { exchange } = machine.engine;
    const bus = this.#senders.busOf(machine);
    const logged = (error: unknown): void => void this.#logged.push(error);
    return openStaff({ pool: machine.pool, bus, exchange, now: () => clock.nowMs, logged });
  }

  /** Does what the machine before left half done. */
  async #finishLeft(): Promise<void> {
    if (this.#ground.clock.stopped) return;
    await this.#ground.backOffice.finishLeft(this.#staff);
    const [error] = this.#logged.splice(0);
    if (error !== undefined) throw error;
    await this.#judgeSoFar();
  }

  /** A commit hangs; meanwhile others come, which commit together after it. */
  async #slow(strike: Strike, intents: readonly Intent[]): Promise<void> {
    const { door } = this.#machine;
    const held = door.arm(strike);
    const first = this.#ask(intents);
    const isHeld = await Promise.race([held.then(() => true), first.then(() => false)]);
    if (!isHeld) return door.disarm();
    this.#pass(this.#ground.traffic.between(1, 900));
    const second = this.#ask(this.#intents());
    door.release();
    await first;
    await second;
    await this.#settle([]);
  }

  /** The first engine's commit is under way while another takes the lease; it must not arrive. */
  async #takeOver(intents: readonly Intent[]): Promise<void> {
    const first = this.#machine;
    const strike = {
      kind: 'holdStatement',
      role: 'writer',
      of: 'commit',
      skip: 0,
      takes: 'connection',
    } as const;
    const held = first.door.arm(strike);
    const asked = this.#ask(intents);
    const isHeld = await Promise.race([held.then(() => true), asked.then(() => false)]);
    if (!isHeld) return first.door.disarm();
    await this.#start({ force: true });
    first.door.release();
    await asked;
    if (!(await dies(first))) throw new Finding('an engine that was deposed', 'lives and commits', 'ends');
    await bury(first);
    await sendAgain(this.#ground.direct, first);
    await this.#settle([]);
  }

  async #standBy(): Promise<void> {
    const { database, clock, direct } = this.#ground;
    await this.#judgeSoFar();
    const dead = this.#machine;
    const { machine, takenOver } = await Machine.standBy({ databaseUrl: database.url, clock });
    await bury(dead);
    await takenOver;
    await this.#goOnWith(machine);
    await sendAgain(direct, dead);
  }

  /** Plays what is new in the journal, and holds it against what everybody was told. */
  async #judgeSoFar(): Promise<void> {
    const { judge } = this;
    const { direct } = this.#ground;
    const { clients, refusals } = this.#senders;
    const happened = this.#machine.takeHappened();
    let rows = this.#machine.takeRows();
    const { sequence } = judge.at;
    if ((rows[0]?.firstSequence ?? this.#machine.engine.sequence() + 1) !== sequence + 1) {
      // An engine died before it told of them.
      rows = await Array.fromAsync(journalRows(direct, { sequence, hash: await this.#stillThere() }));
    }
    for (const row of rows) {
      judge.play(row, refusals, happened);
      clients.journaled(row);
    }
    judge.settle(refusals);
    clients.compareNew();
    judge.compare(this.#machine.engine.exchange);
  }

  /** What was acknowledged is in the journal, as it was. */
  async #stillThere(): Promise<Buffer> {
    const { sequence, hash } = this.judge.at;
    const kept = await journalHashAt(this.#ground.direct, sequence);
    if (kept?.toString('hex') === hash) return kept;
    throw new Finding(`what was acknowledged up to ${sequence}`, `${kept?.toString('hex')}`, hash);
  }

  async #compareEverything(): Promise<void> {
    this.#ground.clock.stopped = false;
    this.#doubted = 0;
    await this.#settle([]);
    await this.#finishLeft();
    await this.#machine.engine.projected();
    await this.#judgeSoFar();
    await this.#stillThere();
    this.judge.compare(this.#machine.engine.exchange, true);
    this.#senders.clients.compareAll();
    await this.#ground.backOffice.compare();
  }

  #remember(line: string): void {
    this.recent.push(line);
    if (this.recent.length > REMEMBERED) this.recent.shift();
  }
}
