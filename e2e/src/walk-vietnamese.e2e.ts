import { describeWalk } from './harness/walk-map.ts';

describeWalk('yn', 'vi-VN');
