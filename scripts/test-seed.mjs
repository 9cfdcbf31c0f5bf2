// Makes the properties of a test run repeatable: they try what the commit says (vitest.config.ts), so that whether npm test
// passes does not depend on the day, and yet each commit tries something else. npm run hunt tries ever new seeds.
import fc from 'fast-check';

const seed = Number(process.env.TEST_SEED);
if (!Number.isSafeInteger(seed)) throw new Error('TEST_SEED is a whole number');
fc.configureGlobal({ seed });
