import { setTimeout as pauseFor } from 'node:timers/promises';
import { HOUR_MS } from '@tallystick/core/durations';
import { Random } from '@tallystick/core/testing/random';
import { SubmitError } from '@tallystick/server/engine/command-bus';
import { EngineError, isUnsound } from '@tallystick/server/engine/engine-error';
import { journalHashAt, journalRows } from '@tallystick/server/engine/journal/journal-reader';
import { verifyProjections } from '@tallystick/server/engine/projections/verify';
import pg from 'pg';
import { Clients, type Intent } from './clients.ts';
import { boundValues } from './database/wire.ts';
import { Machine, type MachineOptions } from './engine/machine.ts';
import { nameOf, planFaults, type Fault, type PlannedFault } from './faults.ts';
import { Finding, plain } from './judge/finding.ts';
import { Judge, Refusals } from './judge/judge.ts';
import { createWorldDatabase, type Laboratory, type WorldDatabase } from './laboratory.ts';
import { Prices } from './prices.ts';
import { openedAt, openingCommands } from './traffic/setting.ts';
import { pause, wantedNow } from './traffic/traffic.ts';

/** A new start while the last engine's session still ends. */
const START_AGAIN_MS = 5;
const STARTS = 2_000;
const OPENING_AT_ONCE = 500;
/** An engine whose connections fail ends itself soon. */
const DIES_WITHIN_MS = 5_000;
/** In one of so many steps somebody asks again. */
const ASKS_AGAIN = 6;

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

/**
 * A simulated exchange from its opening on: customers, house, operators and prices, a clock, a database, and an engine that
 * dies in many ways. Everything follows from seed and day; each method throws a Finding if something is wrong.
 */
export class World {
  readonly clients = new Clients();
  readonly judge = new Judge();
  /** How often each command was accepted, or refused for which reason; how often each fault came. */
  readonly counts = new Map<string, number>();
  /** The newest wishes, for who looks into a finding. */
  readonly recent: string[] = [];
  readonly #database: WorldDatabase;
  readonly #direct: pg.Client;
  readonly #clock;
  readonly #traffic: Random;
  readonly #chance: Random;
  readonly #prices: Prices;
  readonly #refusals = new Refusals();
  #machine: Machine;
  #trueMs: number;
  #accepted = 0;
  #starts = 0;
  /** Whether something goes wrong in this step, or may. */
  #isCareful = true;
  /** Steps for which the clock stays in doubt. */
  #doubted = 0;

  private constructor(
    database: WorldDatabase,
    direct: pg.Client,
    machine: Machine,
    clock: MachineOptions['clock'],
    { seed, day }: WorldOptions,
  ) {
    this.#database = database;
    this.#direct = direct;
    this.#machine = machine;
    this.#clock = clock;
    this.#trueMs = clock.nowMs;
    const mixed = (purpose: number): Random => new Random(seed * 1_000_003 + day * 101 + purpose);
    this.#traffic = mixed(1);
    this.#chance = mixed(2);
    this.#prices = new Prices(mixed(3));
  }

  static async open(laboratory: Laboratory, options: WorldOptions): Promise<World> {
    const database = await createWorldDatabase(laboratory);
    const direct = new pg.Client({ connectionString: database.url });
    await direct.connect();
    const clock = { nowMs: openedAt(options.day), stopped: false };
    const machine = await Machine.start({ databaseUrl: database.url, clock });
    const world = new World(database, direct, machine, clock, options);
    const opening = openingCommands(clock.nowMs);
    for (let from = 0; from < opening.length; from += OPENING_AT_ONCE)
      await world.#settle(
        opening.slice(from, from + OPENING_AT_ONCE).map(one => world.clients.intend('house', one)),
      );
    return world;
  }

  /** The next hour; `lasts`: a shorter stretch, with as many faults. */
  async hour(hour: number, lasts = HOUR_MS): Promise<HourReport> {
    const before = { accepted: this.#accepted, journaled: this.judge.at.sequence, starts: this.#starts };
    const endsMs = this.#trueMs + lasts;
    const faults = planFaults(this.#chance, this.#trueMs, lasts);
    let struck = 0;
    while (this.#trueMs < endsMs) {
      this.#pass(pause(this.#traffic));
      const due = faults[0] !== undefined && faults[0].atMs <= this.#trueMs ? faults.shift()! : null;
      await this.#step(due);
      if (due !== null) struck++;
    }
    for (const left of faults) {
      await this.#step(left);
      struck++;
    }
    await this.#compareEverything();
    return {
      hour,
      accepted: this.#accepted - before.accepted,
      journaled: this.judge.at.sequence - before.journaled,
      faults: struck,
      starts: this.#starts - before.starts,
    };
  }

  /** Also compares the tables with each other, history included. */
  async verifyTables(): Promise<void> {
    await this.#machine.engine.projected();
    const problems = await verifyProjections(this.#direct, this.#machine.engine.exchange);
    if (problems.length > 0)
      throw new Finding('the tables differ from the exchange', problems.join('; '), 'none');
  }

  async close(): Promise<void> {
    await this.#machine.kill();
    await this.#direct.end();
    await this.#database.close();
  }

  #pass(ms: number): void {
    this.#trueMs += ms;
    this.#clock.nowMs += ms;
  }

  async #step(due: PlannedFault | null): Promise<void> {
    if (this.#doubted > 0 && --this.#doubted === 0) {
      this.#clock.stopped = false;
      await this.#machine.engine.wake();
    }
    const { fault = null } = { ...due };
    if (fault !== null) this.#count(`fault ${nameOf(fault)}`);
    // What is due comes first, so that a strike meets the same commit in each run.
    this.#isCareful = fault !== null || this.#machine.door.isArmed;
    if (this.#isCareful) await this.#passTime();
    if (fault?.kind === 'strike') void this.#machine.door.arm(fault.strike);
    const intents = this.#intents();
    if (fault === null || fault.kind === 'strike') await this.#settle(intents);
    else await this.#suffer(fault, intents);
    await this.#judgeSoFar();
    if (!this.#clock.stopped && !this.#machine.door.isArmed) await this.#askAgain();
  }

  async #passTime(): Promise<void> {
    await this.#ask([]);
    await this.#mend();
  }

  #intents(): Intent[] {
    const { exchange } = this.#machine.engine;
    const { nowMs } = this.#clock;
    const ticks = this.#prices.ticks(nowMs).map(one => this.clients.intend('feed', one));
    const wanted = wantedNow(exchange, this.#traffic, nowMs);
    const intents = wanted.map(({ sender, command }) => this.clients.intend(sender, command));
    for (const { sender, command } of wanted) this.#remember(`${nowMs} ${sender} ${plain(command)}`);
    return [...ticks, ...intents];
  }

  async #suffer(fault: Exclude<Fault, { kind: 'strike' }>, intents: readonly Intent[]): Promise<void> {
    switch (fault.kind) {
      case 'slow':
        await this.#slow(fault.strike, intents);
        break;
      case 'takeover':
        await this.#takeOver(intents);
        break;
      case 'standby':
        await this.#standBy(intents);
        break;
      case 'refusing':
        await this.#settle(intents);
        await this.#restart({ attempts: fault.attempts });
        break;
      case 'dyingTwice':
        await this.#settle(intents);
        await this.#restart({ strike: fault.strike });
        break;
      case 'restart':
        await this.#settle(intents);
        await this.#judgeSoFar();
        await this.#machine.stop();
        await this.#start({});
        break;
      case 'doubled':
        await this.#settle(intents);
        await this.#sendAgain(this.#machine);
        break;
      case 'clockBack':
      case 'clockAhead':
        this.#clock.nowMs += fault.kind === 'clockBack' ? -fault.ms : fault.ms;
        if (fault.kind === 'clockAhead') await this.#machine.engine.wake();
        await this.#settle(intents);
        break;
      case 'clockDoubted':
        await this.#settle(intents);
        this.#clock.stopped = true;
        this.#doubted = fault.steps;
        break;
      case 'pricesLeap':
        this.#prices.leap();
        await this.#settle(intents);
        break;
      case 'pricesSilent':
        this.#prices.silence(this.#clock.nowMs);
        await this.#settle(intents);
        break;
    }
  }

  /** Sends, and sends again with the same keys after each death of the engine, until everybody has an answer. */
  async #settle(intents: readonly Intent[]): Promise<void> {
    await this.#ask(intents);
    await this.#mend();
    while (this.clients.waiting.size > 0 && !this.#clock.stopped) {
      await this.#ask([...this.clients.waiting.values()]);
      await this.#mend();
    }
  }

  /** Asks at once for all of it, and waits for answers or for the engine's end. */
  async #ask(intents: readonly Intent[]): Promise<void> {
    const machine = this.#machine;
    const { engine, failed } = machine;
    const strays: unknown[] = [];
    const isDoubted = this.#clock.stopped;
    await Promise.all(intents.map(intent => this.#askOne(engine, intent, isDoubted, strays)));
    // What is left of time's work: then no command is applied before the next step.
    await engine.wake();
    // A strike must not find rows of earlier steps under way to the tables.
    if (this.#isCareful) await Promise.race([engine.projected(), failed]).catch(() => failed);
    if (strays.length === 0) return;
    await Promise.race([failed, pauseFor(DIES_WITHIN_MS)]);
    if (machine.failure === null) throw strays[0];
  }

  async #askOne(
    engine: Machine['engine'],
    intent: Intent,
    isDoubted: boolean,
    strays: unknown[],
  ): Promise<void> {
    const { command, idempotency, sender } = intent;
    try {
      const committed = await engine.bus.submit(command, { idempotency });
      if (isDoubted && !committed.replayed)
        throw new Finding(`${plain(command)} while the clock was in doubt`, 'answered', 'clock_stopped');
      if (!this.clients.told(intent, committed)) return;
      const { sequence, atMs, outcome } = committed;
      const code = outcome.ok ? 'accepted' : outcome.refusal.code;
      this.#count(`${command.type} ${code}`);
      if (!outcome.ok) this.#refusals.add({ sequence, atMs, command, code });
      else if (sender === 'customer') this.#accepted++;
    } catch (error) {
      if (error instanceof Finding) throw error;
      // Whoever has no answer asks again. A dying engine's connections fail in many ways.
      if (!(error instanceof SubmitError)) strays.push(error);
      else if (error.code === 'idempotency_key_reused' || error.code === 'invalid_text')
        throw new Finding(`${plain(command)} was turned away`, error.code, 'an answer');
    }
  }

  /**
   * Somebody whose answer was lost on the way asks again, and somebody else uses that key for another wish. Both find the first
   * answer in the way.
   */
  async #askAgain(): Promise<void> {
    const random = this.#chance;
    if (random.below(ASKS_AGAIN) > 0) return;
    const intent = this.clients.someAnswered(random);
    if (intent === null) return;
    const { command, idempotency } = intent;
    const { engine } = this.#machine;
    this.#count('asked again');
    const again = await engine.bus.submit(command, { idempotency });
    if (!again.replayed)
      throw new Finding(`${plain(command)} was asked for twice`, 'done twice', 'its first answer');
    this.clients.told(intent, again);
    const reused = await engine.bus
      .submit(command, { idempotency: { ...idempotency, inputHash: 'another' } })
      .then(
        () => 'answered',
        (error: unknown) => (error instanceof SubmitError ? error.code : String(error)),
      );
    if (reused !== 'idempotency_key_reused')
      throw new Finding(
        `the key of ${plain(command)} came with another input`,
        reused,
        'idempotency_key_reused',
      );
  }

  /** If the engine died: starts it again, after a look at why. */
  async #mend(): Promise<void> {
    if (this.#machine.failure === null) return;
    await this.#restart({});
  }

  async #restart(how: Start): Promise<void> {
    const dead = this.#machine;
    await dead.kill();
    if (isUnsound(dead.failure)) throw unsound('the engine ended', dead.failure);
    await this.#start(how);
    // A packet of the dead one arrives late.
    await this.#sendAgain(dead);
  }

  async #start({ attempts = 0, strike, force = false }: Start): Promise<void> {
    const options = { databaseUrl: this.#database.url, clock: this.#clock, force };
    for (let i = 0; i < attempts; i++) {
      const refused = await this.#tryStart({ ...options, prepare: door => (door.refusing = true) });
      if (refused !== null) throw new Finding('an engine started without a database', 'started', 'refused');
    }
    let next = strike;
    for (let i = 0; ; i++) {
      const at = next;
      const started = await this.#tryStart({ ...options, ...(at && { prepare: door => void door.arm(at) }) });
      if (at !== undefined && started?.door.isArmed === false && started.failure === null) {
        // It began to die, and will have.
        await started.failed;
      }
      next = undefined;
      if (started !== null) {
        started.door.disarm();
        this.#machine = started;
        if (started.failure === null) break;
        await started.kill();
      } else if (i === STARTS) throw new Finding('no engine can start', 'none', 'one');
      else await pauseFor(START_AGAIN_MS);
    }
    this.#starts++;
    await this.#judgeSoFar();
    this.judge.compare(this.#machine.engine.exchange, true);
  }

  /** Null if it did not start for a reason that passes. */
  async #tryStart(options: MachineOptions): Promise<Machine | null> {
    try {
      return await Machine.start(options);
    } catch (error) {
      if (isUnsound(error)) throw unsound('the engine does not start', error);
      return null;
    }
  }

  /** A commit hangs; meanwhile others come, which commit together after it. */
  async #slow(strike: Parameters<Machine['door']['arm']>[0], intents: readonly Intent[]): Promise<void> {
    const { door } = this.#machine;
    const held = door.arm(strike);
    const first = this.#ask(intents);
    const isHeld = await Promise.race([held.then(() => true), first.then(() => false)]);
    if (!isHeld) {
      door.disarm();
      return;
    }
    this.#pass(this.#traffic.between(1, 900));
    const second = this.#ask(this.#intents());
    door.release();
    await first;
    await second;
    await this.#mend();
  }

  /** The first engine's commit is under way while another takes the lease; it must not arrive. */
  async #takeOver(intents: readonly Intent[]): Promise<void> {
    const first = this.#machine;
    const held = first.door.arm({
      kind: 'holdStatement',
      role: 'writer',
      of: 'commit',
      skip: 0,
      takes: 'connection',
    });
    const asked = this.#ask(intents);
    const isHeld = await Promise.race([held.then(() => true), asked.then(() => false)]);
    if (!isHeld) {
      first.door.disarm();
      return;
    }
    await this.#start({ force: true });
    const second = this.#machine;
    first.door.release();
    await Promise.all([asked, first.failed]);
    await first.kill();
    if (isUnsound(first.failure)) throw unsound('the deposed engine ended', first.failure);
    await this.#sendAgain(first);
    if (second !== this.#machine) throw new Error('nobody else takes over');
    await this.#settle([]);
  }

  async #standBy(intents: readonly Intent[]): Promise<void> {
    const { machine, takenOver } = await Machine.standBy({
      databaseUrl: this.#database.url,
      clock: this.#clock,
    });
    await this.#settle(intents);
    await this.#judgeSoFar();
    const dead = this.#machine;
    await dead.kill();
    await takenOver;
    this.#machine = machine;
    this.#starts++;
    await this.#judgeSoFar();
    this.judge.compare(machine.engine.exchange, true);
    await this.#sendAgain(dead);
  }

  /** The newest commit of an engine arrives a second time, or late: it must change nothing. */
  async #sendAgain({ door }: Machine): Promise<void> {
    if (door.lastBatch === null) return;
    const { text, bind } = door.lastBatch;
    const refused = await this.#direct.query(text, boundValues(bind)).then(
      () => null,
      (error: unknown) => error,
    );
    if (!(refused instanceof pg.DatabaseError))
      throw new Finding(
        'a commit that came twice or late',
        refused === null ? 'was taken' : String(refused),
        'refused',
      );
  }

  /** Plays what is new in the journal, and holds it against what everybody was told. */
  async #judgeSoFar(): Promise<void> {
    const { judge, clients } = this;
    const happened = this.#machine.takeHappened();
    let rows = this.#machine.takeRows();
    const { sequence, hash } = judge.at;
    if ((rows[0]?.firstSequence ?? this.#machine.engine.sequence() + 1) !== sequence + 1) {
      // An engine died before it told of them.
      const kept = await journalHashAt(this.#direct, sequence);
      if (kept?.toString('hex') !== hash)
        throw new Finding(
          `what was acknowledged up to ${sequence} is not in the journal`,
          `${kept?.toString('hex')}`,
          hash,
        );
      rows = await Array.fromAsync(journalRows(this.#direct, { sequence, hash: kept }));
    }
    for (const row of rows) {
      judge.play(row, this.#refusals, happened);
      clients.journaled(row);
    }
    judge.settle(this.#refusals);
    clients.compareNew();
    judge.compare(this.#machine.engine.exchange);
  }

  async #compareEverything(): Promise<void> {
    const { sequence } = this.judge.at;
    const kept = await journalHashAt(this.#direct, sequence);
    if (kept?.toString('hex') !== this.judge.at.hash)
      throw new Finding(
        'the journal is not the one that was told',
        `${kept?.toString('hex')}`,
        this.judge.at.hash,
      );
    this.judge.compare(this.#machine.engine.exchange, true);
    this.clients.compareAll();
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  #remember(line: string): void {
    this.recent.push(line);
    if (this.recent.length > 40) this.recent.shift();
  }
}

interface Start {
  /** So often the database takes no connection. */
  readonly attempts?: number;
  /** What happens to the first engine that starts. */
  readonly strike?: Parameters<Machine['door']['arm']>[0];
  readonly force?: boolean;
}

function unsound(what: string, error: unknown): Finding {
  const words = error instanceof Error ? error.message : String(error);
  return new Finding(what, words, 'sound books', {
    cause: error instanceof EngineError ? error.cause : error,
  });
}
