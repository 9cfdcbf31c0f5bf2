import { LANGUAGES, LANGUAGE_NAMES, type Language } from '@tallystick/protocol';
import type { Clock } from '../../timekeeping/clock.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { isLanguage } from '../../http/languages.ts';
import type { AccountService } from '../login/service.ts';

export interface AppInfo {
  readonly mode: 'demo' | 'live';
  readonly defaultLanguage: Language;
  readonly version: string;
  /** The names of price sources, as shown to customers. */
  readonly priceSource: string;
  readonly pictureLimitBytes: number;
}

export function registerAppCalls(
  register: RegisterCall,
  info: AppInfo,
  account: AccountService,
  clock: Pick<Clock, 'now' | 'aheadMs'>,
): void {
  register('GET app/config', () => ({
    mode: info.mode,
    default_lang: info.defaultLanguage,
    version: info.version,
    faucet: info.mode === 'demo',
    feed: info.priceSource,
    picture_limit_bytes: info.pictureLimitBytes,
    server_time_ms: clock.now(),
    clock_ahead_ms: clock.aheadMs(),
  }));
  register('POST set/lang', async ({ lang }, { session }) => {
    if (!isLanguage(lang)) throw new CallFailure('language_unknown', { field: 'lang' });
    if (session !== null) await account.setLanguage(session, lang);
    return { lang };
  });
  register('POST get/lang', (_input, { language }) => ({
    lang: language,
    languages: LANGUAGES.map(code => ({ code, name: LANGUAGE_NAMES[code].name })),
  }));
}
