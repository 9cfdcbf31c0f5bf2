import { describeEngine } from './describe-engine.ts';
import { startFirefox } from './firefox.ts';
import { FIREFOX } from './programs.ts';

describeEngine('Firefox', [FIREFOX], startFirefox);
