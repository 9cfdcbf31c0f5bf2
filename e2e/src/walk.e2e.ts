import { describeWalk } from './harness/walk/describe-walk.ts';

describeWalk(['en', 'esp']);
