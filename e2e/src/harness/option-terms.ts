import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import type { App } from './app.ts';
import { OPERATOR_PASSWORD } from './desk.ts';

interface Terms {
  readonly marketId: number;
  readonly staleMs: number;
  /** In seconds, each with what a win adds in percent. */
  readonly times: readonly (readonly [seconds: number, payoutPercent: string])[];
}

/** A call of the desk by one of the demo's operators. */
async function deskCall(app: App, token: string, name: string, input: object): Promise<unknown> {
  const reply = await fetch(`${app.url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: token }) },
    body: JSON.stringify(input),
  });
  const answer = (await reply.json()) as { type: string; message: string; data: unknown };
  if (answer.type !== 'ok') throw new Error(`${name}: ${answer.message}`);
  return answer.data;
}

async function logIn(app: App, name: string): Promise<string> {
  const { token } = (await deskCall(app, '', 'desk/login', {
    name,
    password: OPERATOR_PASSWORD,
  })) as DeskOutput<'POST desk/login'>;
  return token;
}

/** Two operators agree on other terms for the options of a market, as they would at the desk. */
export async function setOptionTerms(app: App, { marketId, staleMs, times }: Terms): Promise<void> {
  const change = {
    market_id: marketId,
    enabled: true,
    stale_ms: staleMs,
    times: times.map(([seconds, payout_percent]) => ({ seconds, payout_percent })),
    currencies: [{ currency_id: 3, min_stake: '5', max_stake: '2000', exposure_limit: '50000' }],
  };
  const proposal: DeskInput<'POST desk/propose'> = { kind: 'option', change, note: 'for this test' };
  const maker = await logIn(app, 'accountant');
  const { id } = (await deskCall(app, maker, 'desk/propose', proposal)) as DeskOutput<'POST desk/propose'>;
  const checker = await logIn(app, 'admin');
  await deskCall(app, checker, 'desk/proposal_decide', { id, decision: 'confirm' });
}
