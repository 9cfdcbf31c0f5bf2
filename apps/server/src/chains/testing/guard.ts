import { spawn } from 'node:child_process';

// Runs a program until it ends, or until our parent is gone, which closes our standard input: a killed test runner
// cannot clean up after itself.
const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('exit', code => process.exit(code ?? 1));
process.stdin.on('end', () => child.kill('SIGKILL')).resume();
