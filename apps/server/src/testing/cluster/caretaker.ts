import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/**
 * Reads what there is to end, one a line, and does so when its standard input ends: when the process that started it was
 * killed. A process is ended only while it is the one that was named: its start must be the same.
 */
const SCRIPT = `
all=''
while read -r line; do all="$line
$all"; done
started() { sed 's/^.*) //' "/proc/$1/stat" | cut -d' ' -f20; }
printf '%s' "$all" | while read -r kind what start; do case $kind in
  process) [ "$(started "$what")" = "$start" ] && kill -KILL "$what" ;;
  postgres) pid=$(head -n 1 "$what"); [ "$(cat "/proc/$pid/comm")" = postgres ] && kill -KILL "$pid" ;;
  namespace) ip netns delete "$what" ;;
  link) ip link delete "$what" ;;
  folder) rm -rf "$what" ;;
esac; done 2>/dev/null
`;

/** Ends what tests started if their process is killed before it can do so itself. Linux only. */
export class Caretaker {
  readonly #process: ChildProcess;

  constructor() {
    // Of its own group: what is typed at a terminal must not end it together with us.
    this.#process = spawn('sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    this.#process.stdin!.on('error', () => {});
  }

  /** A process that runs now. */
  ends(pid: number): void {
    this.#note(`process ${pid} ${startOf(pid)}`);
  }

  /** A PostgreSQL that somebody else may start and leave behind, by its `postmaster.pid`. */
  endsPostgres(pidFile: string): void {
    this.#note(`postgres ${pidFile}`);
  }

  removes(kind: 'namespace' | 'link' | 'folder', name: string): void {
    this.#note(`${kind} ${name}`);
  }

  /** Everything has been ended and removed in order. */
  async dismiss(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  #note(line: string): void {
    this.#process.stdin!.write(`${line}\n`);
  }
}

/** In clock ticks since the machine started: with its id it names a process for good. */
function startOf(pid: number): string {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return fields.split(' ')[19] ?? '';
}
