import { describeWalk } from './harness/walk-map.ts';

describeWalk('en', 'en-GB');
