import type { RegisterCall } from '../../http/call-router.ts';
import type { TellChoices } from './choices.ts';

export function registerTellCalls(register: RegisterCall, choices: TellChoices): void {
  register('GET tell/settings', (_input, { session }) => choices.settings(session.customerId));
  register('POST tell/choose', async ({ event, mail, push }, { session }) => {
    await choices.choose(session.customerId, event, {
      ...(mail === undefined ? {} : { mail }),
      ...(push === undefined ? {} : { push }),
    });
    return choices.settings(session.customerId);
  });
  register('POST tell/quiet', async ({ on, from, to, zone }, { session }) => {
    const complete = on && from !== undefined && to !== undefined && zone !== undefined;
    await choices.setQuiet(session.customerId, complete ? { from, to, zone } : null);
    return choices.settings(session.customerId);
  });
}
