import type { DeskInput } from '@tallystick/protocol/desk';
import { DEMO_OPERATOR_PASSWORD } from '../demo/operators.ts';
import { Caller } from './caller.ts';

/** A session of a demo operator: admin, compliance, accountant or support. */
export async function operator(url: string, name: string): Promise<Caller> {
  const { token } = await new Caller(url).call('POST desk/login', { name, password: DEMO_OPERATOR_PASSWORD });
  return new Caller(url, { token });
}

/** One demo operator proposes, another one confirms. */
export async function agree(
  maker: Caller,
  checker: string,
  proposal: DeskInput<'POST desk/propose'>,
): Promise<void> {
  const { id } = await maker.call('POST desk/propose', proposal);
  const second = await operator(maker.url, checker);
  await second.call('POST desk/proposal_decide', { id, decision: 'confirm' });
}
