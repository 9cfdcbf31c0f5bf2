import { describeWalk } from './harness/walk/describe-walk.ts';

describeWalk(['yn', 'kr', 'jp', 'hk']);
