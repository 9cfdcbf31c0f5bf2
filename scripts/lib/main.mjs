import { say } from './process.mjs';

/**
 * Runs a script's main function and ends the process with the code it resolves to. An error is a sentence for
 * whoever typed the command, not a stack trace.
 * @param {() => Promise<number>} main
 */
export async function exitWith(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    say(`\n${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
