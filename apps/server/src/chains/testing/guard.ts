import { spawn } from 'node:child_process';

// Runs a program until it ends or our parent is gone: a killed test runner cannot stop it itself. The end of the
// parent closes our standard input.
const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('exit', code => process.exit(code ?? 1));
process.stdin.on('end', () => child.kill('SIGKILL')).resume();
