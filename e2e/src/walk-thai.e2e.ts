import { describeWalk } from './harness/walk-map.ts';

describeWalk('th', 'th-TH');
