import type { RegisterCall } from '../../http/call-router.ts';
import type { PlatformSettings } from '../desk/setting/platform-settings.ts';
import type { HelpService } from './service.ts';

export function registerHelpCalls(
  register: RegisterCall,
  help: HelpService,
  settings: Pick<PlatformSettings, 'get'>,
): void {
  register('GET help/articles', (input, { language }) => help.list(language, input));
  register('GET help/article', (input, { session, language, address, device }) =>
    help.read(language, { customerId: session?.customerId ?? null, address, device }, input),
  );
  register('GET help/search', ({ q }, { language }) => help.search(language, q));
  register('POST help/useful', (input, { session, address, device }) =>
    help.judge({ customerId: session?.customerId ?? null, address, device }, input),
  );
  register('POST set/get_customer_url', () => {
    const { external_chat_url: url } = settings.get('support');
    return { url: url === '' ? null : url };
  });
}
