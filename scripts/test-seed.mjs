// Makes the properties of a test run repeatable: their seed is the commit's (vitest.config.ts), so that the result of
// npm test does not depend on the day, and each commit still tries other values. npm run hunt tries new seeds.
import fc from 'fast-check';

const seed = Number(process.env.TEST_SEED);
if (!Number.isSafeInteger(seed)) throw new Error('TEST_SEED is a whole number');
fc.configureGlobal({ seed });
