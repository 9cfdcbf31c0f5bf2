import { describeWalk } from './harness/walk/describe-walk.ts';

describeWalk(['jp', 'kr']);
