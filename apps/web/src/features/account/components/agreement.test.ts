import { LANGUAGES } from '@tallystick/protocol/languages';
import { expect, it } from 'vitest';

interface Texts {
  readonly account: { readonly agreement: { readonly link: string } };
  readonly law: { readonly tabs: { readonly privacy: string; readonly risk: string } };
}

it.each(LANGUAGES)('the tick names privacy and risks, which registering accepts, too: %s', async language => {
  const { account } = (await import(`../../../i18n/${language}/account.ts`)) as Pick<Texts, 'account'>;
  const { law } = (await import(`../../../i18n/${language}/law.ts`)) as Pick<Texts, 'law'>;
  const named = account.agreement.link.toLowerCase();
  expect(named).toContain(law.tabs.privacy.toLowerCase());
  expect(named).toContain(law.tabs.risk.toLowerCase());
});
