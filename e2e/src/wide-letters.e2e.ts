import { describeWideLetters } from './harness/wide-letters.ts';

describeWideLetters(['en', 'esp', 'th', 'zh']);
