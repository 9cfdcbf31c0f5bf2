import { HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import { verifyProjections } from '@tallystick/server/engine/projections/verify';
import { openStaff, type Staff } from './back-office/staff.ts';
import type { Intent } from './clients.ts';
import type { Strike } from './database/door.ts';
import { Machine } from './engine/machine.ts';
import { bury, sendAgain, startUntilOneLives, type Start } from './engine/starting.ts';
import { FaultPlan, nameOf, type Fault } from './faults.ts';
import { openGround, type Ground, type WorldOptions } from './ground.ts';
import { Finding, plain } from './judge/finding.ts';
import { checkStillThere, judgeSoFar } from './judge/judge-so-far.ts';
import { Judge } from './judge/judge.ts';
import type { Laboratory } from './laboratory.ts';
import { Prices } from './prices.ts';
import { dies, diesOf, Senders } from './senders.ts';
import { openingCommands } from './traffic/setting.ts';
import { pause, wantedNow } from './traffic/traffic.ts';

const OPENING_AT_ONCE = 500;
/** In one of so many steps people decide on money. */
const DECIDES = 10;
const REMEMBERED = 40;
/** Before these hours of a day the exchange stands still for more than a day: then much is due at once. */
const OUTAGES_BEFORE: ReadonlySet<number> = new Set([2, 13]);
const OUTAGE_HOURS = { least: 26, most: 32 } as const;
/** So many commands of customers are to be accepted in an hour, but for its end: more is wanted at once while there are fewer. */
const ACCEPTED_AN_HOUR = 2_020;
const END_OF_HOUR_MS = 6 * MINUTE_MS;
const WANTED_AT_ONCE = { behind: 60, ahead: 8 } as const;
/** An hour lasts until all its faults have come, at most so much longer. */
const LASTS_LONGER_MS = 20 * MINUTE_MS;

export interface HourReport {
  readonly hour: number;
  /** Accepted commands of customers. */
  readonly accepted: number;
  /** All commands in the journal, prices and passing time too. */
  readonly journaled: number;
  /** That came. */
  readonly faults: number;
  readonly starts: number;
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

  static async open(laboratory: Laboratory, options: WorldOptions): Promise<World> {
    const ground = await openGround(laboratory, options);
    const world = new World(ground);
    const opening = openingCommands(ground.clock.nowMs).map(one =>
      world.#senders.clients.intend('house', one),
    );
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
    let faults = 0;
    while (this.#trueMs < endsMs || planned.length > 0 || this.#machine.door.isArmed) {
      if (this.#trueMs > endsMs + LASTS_LONGER_MS)
        throw new Error(`${plain(planned[0])} finds nothing to fail at`);
      this.#pass(pause(this.#ground.traffic));
      // While a strike waits for its statement no other fault comes.
      const isDue = planned[0] !== undefined && planned[0].atMs <= this.#trueMs;
      const fault = isDue && !this.#machine.door.isArmed ? planned[0]!.fault : null;
      if (!(await this.#step(fault))) continue;
      planned.shift();
      faults++;
    }
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
    await this.#judgeSoFar();
    this.#pass(this.#ground.chance.between(OUTAGE_HOURS.least, OUTAGE_HOURS.most) * HOUR_MS);
    await this.#start();
  }

  /** Resolves with whether the fault came; one that found nothing to fail at is to be tried again. */
  async #step(fault: Fault | null): Promise<boolean> {
    const { clock, counts, chance } = this.#ground;
    if (this.#doubted > 0 && --this.#doubted === 0) {
      clock.stopped = false;
      await this.#machine.engine.wake();
    }
    // What is due comes first, so that a strike meets the same commit in each run.
    this.#isCareful = fault !== null || this.#machine.door.isArmed;
    if (this.#isCareful) await this.#settle([]);
    if (fault?.kind === 'strike') void this.#machine.door.arm(fault.strike);
    const intents = this.#intents();
    let came = fault !== null;
    if (fault === null || fault.kind === 'strike') await this.#settle(intents);
    else came = await this.#suffer(fault, intents);
    if (came) counts.add(`fault ${nameOf(fault!)}`);
    await this.#judgeSoFar();
    if (clock.stopped || this.#machine.door.isArmed) return came;
    await this.#senders.askAgain(this.#machine, chance);
    if (chance.below(DECIDES) === 0) await this.#decide();
    return came;
  }

  #intents(): Intent[] {
    const { clock, traffic } = this.#ground;
    const { clients } = this.#senders;
    const ticks = this.#prices.ticks(clock.nowMs).map(one => clients.intend('feed', one));
    const { startMs, startAccepted } = this.#hour;
    const share = (this.#trueMs - startMs) / (HOUR_MS - END_OF_HOUR_MS);
    const isBehind = this.#senders.accepted - startAccepted < ACCEPTED_AN_HOUR * Math.min(1, share);
    const most = WANTED_AT_ONCE[isBehind ? 'behind' : 'ahead'];
    const wanted = wantedNow(this.#machine.engine.exchange, traffic, clock.nowMs, most);
    for (const { sender, command } of wanted) this.#remember(`${clock.nowMs} ${sender} ${plain(command)}`);
    return [...ticks, ...wanted.map(({ sender, command }) => clients.intend(sender, command))];
  }

  /** Resolves with whether it came. */
  async #suffer(fault: Exclude<Fault, { kind: 'strike' }>, intents: readonly Intent[]): Promise<boolean> {
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
        await this.#restart({ attempts: fault.attempts });
        break;
      case 'dyingTwice':
        await this.#restart({ strike: fault.strike });
        break;
      case 'restart':
        await this.#judgeSoFar();
        await this.#machine.stop();
        await this.#start();
        break;
      case 'dyingStopping':
        return this.#dieStopping(fault.strike);
      case 'standby':
        await this.#standBy();
        break;
      case 'desk':
        // Nothing that is decided can be booked then.
        if (clock.stopped) return false;
        await this.#judgeSoFar();
        return this.#decide(fault.strike);
      case 'doubled':
        if (this.#machine.door.lastBatch === null) return false;
        await sendAgain(direct, this.#machine);
        break;
      case 'clockDoubted':
        clock.stopped = true;
        this.#doubted = fault.steps;
    }
    return true;
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

  /** People decide; a strike hits what they decide with. Resolves with whether it did. */
  async #decide(strike?: Strike): Promise<boolean> {
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
    return wasStruck;
  }

  async #dieStopping(strike: Strike): Promise<boolean> {
    await this.#judgeSoFar();
    const { door } = this.#machine;
    void door.arm(strike);
    const failure = await this.#machine.stop().then(
      () => null,
      (error: unknown) => error,
    );
    const wasStruck = !door.isArmed;
    if (failure !== null && !wasStruck) throw failure;
    if (failure === null) await this.#start();
    else await this.#restart();
    return wasStruck;
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
    return openStaff({ pool: machine.desk, bus, exchange, now: () => clock.nowMs, logged });
  }

  /** Does what the machine before left half done. */
  async #finishLeft(): Promise<void> {
    if (this.#ground.clock.stopped) return;
    await this.#ground.backOffice.finishLeft(this.#staff);
    const [error] = this.#logged.splice(0);
    if (error !== undefined) throw error;
    await this.#judgeSoFar();
  }

  /** A commit hangs; meanwhile others come, which commit together after it. Resolves with whether there was a commit. */
  async #slow(strike: Strike, intents: readonly Intent[]): Promise<boolean> {
    const { door } = this.#machine;
    const held = door.arm(strike);
    const first = this.#ask(intents);
    const isHeld = await Promise.race([held.then(() => true), first.then(() => false)]);
    if (!isHeld) {
      door.disarm();
      return false;
    }
    this.#pass(this.#ground.traffic.between(1, 900));
    const second = this.#ask(this.#intents());
    door.release();
    await first;
    await second;
    await this.#settle([]);
    return true;
  }

  /** The first engine's commit is under way while another takes the lease; it must not arrive. As `#slow`. */
  async #takeOver(intents: readonly Intent[]): Promise<boolean> {
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
    if (!isHeld) {
      first.door.disarm();
      return false;
    }
    await this.#start({ force: true });
    first.door.release();
    await asked;
    const isAnswered = intents.some(({ answer }) => answer !== null);
    if (isAnswered || !(await dies(first)))
      throw new Finding('an engine that was deposed', 'lives and commits', 'ends');
    await bury(first);
    await sendAgain(this.#ground.direct, first);
    await this.#settle([]);
    return true;
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

  #judgeSoFar(): Promise<void> {
    return judgeSoFar(this.judge, this.#machine, this.#senders, this.#ground.direct);
  }

  async #compareEverything(): Promise<void> {
    this.#ground.clock.stopped = false;
    this.#doubted = 0;
    await this.#settle([]);
    await this.#finishLeft();
    await this.#machine.engine.projected();
    await this.#judgeSoFar();
    await checkStillThere(this.judge, this.#ground.direct);
    this.judge.compare(this.#machine.engine.exchange, true);
    this.#senders.clients.compareAll();
    await this.#ground.backOffice.compare();
  }

  #remember(line: string): void {
    this.recent.push(line);
    if (this.recent.length > REMEMBERED) this.recent.shift();
  }
}
