import { say } from './process.mjs';

/**
 * Runs a script's main function and exits with the code it resolves to. An error is printed as a sentence for the user,
 * without a stack trace.
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
