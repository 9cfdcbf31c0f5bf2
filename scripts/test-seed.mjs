// Makes the properties of a test run repeatable: whether npm test passes depends on the code alone, not on the day.
// Other days are what npm run hunt is for; TEST_SEED=N runs one of them again.
import fc from 'fast-check';

const seed = Number(process.env.TEST_SEED ?? 1);
if (!Number.isSafeInteger(seed)) throw new Error('TEST_SEED is a whole number');
fc.configureGlobal({ seed });
