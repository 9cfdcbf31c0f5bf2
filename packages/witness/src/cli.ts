import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { COSIGNATURE, readVerifierKey, verifierKeyOf, type NoteKey } from '@tallystick/verify/note';
import { visibleLines } from '@tallystick/verify/visible';
import { readArgs, UsageError, wholeOf, type Args } from './args.ts';
import { keepRefused } from './evidence.ts';
import { FetchError } from './fetch-log.ts';
import { createFile } from './files.ts';
import { WitnessKey } from './key.ts';
import { pollLog, type Polled } from './poll.ts';
import { createWitnessServer } from './serve.ts';
import { Polling } from './polling.ts';
import { emptyState, State, StateError } from './state.ts';
import { Witness, type EvidenceKind } from './witness.ts';

export interface WitnessWorld {
  readonly print: (line: string) => void;
  readonly now: () => number;
  /** Resolves when the program is told to end. */
  readonly untilStopped: () => Promise<void>;
}

const USAGE = `Cosigns the heads of logs that it has seen grow, and nothing but grow (C2SP tlog-witness).

  tallystick-witness --init NAME --key-file FILE --state FILE
      Once: makes a key of that name, such as witness.example/w1, and an empty memory; says the public key.
  tallystick-witness --key-file FILE --state FILE --origin-key KEY... [--port PORT] [--host HOST]
                     [--poll URL]... [--every SECONDS]
      Answers POST /add-checkpoint, and GET / with what it has seen. With --poll it also looks at logs by itself: URL is
      where a log's files begin, as https://exchange.example/tlog/public.

  --origin-key KEY  A log's public key, NAME+ID+BASE64; once for each log, and for each key of a log.
  --port PORT       Default 8091; 0: it only polls.
  --host HOST       Default 127.0.0.1: put a proxy with TLS in front.
  --every SECONDS   Between two looks; default 60.

The memory is all that a witness is worth: keep it, and never put back an older copy of it. What a log signed that does not
go on from it is kept in FILE.refused/: fork-… and back-… are proofs that the log's key made, polled-… is what the address showed
that is polled, and sent-… a hint: whoever sent it may have sent a wrong proof.`;

const OPTIONS = ['--init', '--key-file', '--state', '--origin-key', '--port', '--host', '--poll', '--every'];

/** Runs until it is told to end; returns the exit code: 0, or 2 if it cannot work like this. */
export async function runWitness(words: readonly string[], outer: WitnessWorld): Promise<number> {
  // Names and answers of others reach a terminal.
  const world = { ...outer, print: (text: string) => outer.print(visibleLines(text)) };
  try {
    const args = readArgs(words, OPTIONS);
    const keyFile = args.one('--key-file');
    const stateFile = args.one('--state');
    if (args.words.length > 0 || keyFile === null || stateFile === null) throw new UsageError(USAGE);
    const name = args.one('--init');
    if (name === null) await work(args, keyFile, stateFile, world);
    else await begin(name, keyFile, stateFile, world);
    return 0;
  } catch (error) {
    const isOurs = error instanceof UsageError || error instanceof StateError || error instanceof RangeError;
    const code = (error as NodeJS.ErrnoException).code;
    if (!isOurs && code === undefined) throw error;
    world.print((error as Error).message);
    return 2;
  }
}

async function begin(name: string, keyFile: string, stateFile: string, world: WitnessWorld): Promise<void> {
  const key = WitnessKey.create(name);
  // The key first: an empty memory must never come to a key that has signed before.
  await createFile(keyFile, key.text());
  try {
    await createFile(stateFile, emptyState(key.key));
  } catch (error) {
    await rm(keyFile);
    throw error;
  }
  world.print(verifierKeyOf(key.key, COSIGNATURE));
}

async function work(args: Args, keyFile: string, stateFile: string, world: WitnessWorld): Promise<void> {
  const logs = logsIn(args);
  const port = wholeOf(args.one('--port'), 0, 65_535, 8_091);
  const everyMs = wholeOf(args.one('--every'), 1, 86_400, 60) * 1_000;
  const urls = args.all('--poll');
  if (port === 0 && urls.length === 0) throw new UsageError('without a port it needs something to poll');
  const key = WitnessKey.read(await readFile(keyFile, 'utf8'));
  const witness = new Witness({
    key,
    state: await State.open(stateFile, key.key),
    logs,
    now: world.now,
    keep: async refused => {
      const file = await keepRefused(`${stateFile}.refused`, refused);
      if (file !== null) world.print(`${refused.origin}: ${EVIDENCE[refused.kind]}: ${file}`);
    },
  });
  const server = createWitnessServer(witness, error => world.print(wordsOf(error)));
  if (port !== 0) {
    server.listen(port, args.one('--host') ?? '127.0.0.1');
    await once(server, 'listening');
    world.print(`listens on port ${(server.address() as AddressInfo).port}`);
  }
  world.print(verifierKeyOf(witness.key, COSIGNATURE));
  const polling = new Polling({
    urls,
    everyMs,
    look: async (url, signal) => {
      const polled = await pollLog(witness, url, signal);
      if (polled.result !== 'unchanged') world.print(told(polled));
    },
    // The next look comes by itself; a disk that refuses is told each time.
    report: error => world.print(wordsOf(error)),
  });
  polling.start();
  await world.untilStopped();
  await polling.stop();
  server.closeAllConnections();
  server.close();
}

function logsIn(args: Args): NoteKey[] {
  const logs = args.all('--origin-key').map(text => {
    const key = readVerifierKey(text);
    if (key === null) throw new UsageError(`${text} is no key of a log`);
    return key;
  });
  if (logs.length === 0) throw new UsageError('give a log with --origin-key');
  return logs;
}

const EVIDENCE: Readonly<Record<EvidenceKind, string>> = {
  fork: 'TWO TREES OF ONE SIZE ARE SIGNED, the log has two pasts',
  back: 'IT WAS SIGNED SHORTER THAN BEFORE, at a later time',
  polled: 'WHAT ITS ADDRESS SHOWS DOES NOT GO ON FROM WHAT WAS SEEN',
  sent: 'somebody sent a head of it with a proof that does not fit, which is a hint and no proof',
};

const ANSWERS: Readonly<Record<number, string>> = {
  400: 'this is no checkpoint',
  403: 'no key of the log has signed it',
  404: 'its log is not watched here',
  409: 'ANOTHER TREE OF THE SAME SIZE: the log has two pasts',
  422: 'IT DOES NOT GO ON FROM WHAT WAS SEEN: the log was rewritten',
};

function told({ url, origin, result, size, status, evidence }: Polled): string {
  const name = origin ?? url;
  if (result === 'cosigned') return `${name}: cosigned at size ${size}`;
  if (result === 'behind') return `${name}: ${url} shows only ${size}`;
  const why = evidence === 'back' ? EVIDENCE.back : ANSWERS[status ?? 400];
  return `${name}: not cosigned at size ${size}: ${why}`;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error instanceof FetchError && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
