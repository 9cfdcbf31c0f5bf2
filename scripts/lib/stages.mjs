import { duration, say } from './process.mjs';

/**
 * Runs stages in order until something fails, the steps of each at the same time.
 * @param {readonly (readonly [name: string, step: () => Promise<number>])[][]} stages each step resolves to an exit code
 * @returns {Promise<string | null>} the names of the steps that failed
 */
export async function firstFailure(stages) {
  for (const steps of stages) {
    say(`\n━━ ${steps.map(([name]) => name).join(', ')}`);
    const startedAt = performance.now();
    const failed = await Promise.all(
      steps.map(async ([name, step]) => {
        const code = await step();
        say(`${code === 0 ? '✓' : '✗'} ${name}, ${duration(performance.now() - startedAt)}`);
        return code === 0 ? [] : [name];
      }),
    );
    if (failed.flat().length > 0) return failed.flat().join(', ');
  }
  return null;
}
