import { describeEngine } from './describe-engine.ts';
import { WEBKIT_BROWSER, WEBKIT_DRIVER, XVFB } from './programs.ts';
import { startWebKit } from './webkit.ts';

describeEngine('WebKit', [WEBKIT_DRIVER, WEBKIT_BROWSER, XVFB], startWebKit);
