import { describeWalk } from './harness/walk/describe-walk.ts';

describeWalk(['zh', 'hk']);
