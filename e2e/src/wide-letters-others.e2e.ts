import { describeWideLetters } from './harness/wide-letters.ts';

describeWideLetters(['yn', 'kr', 'jp', 'hk']);
