import type { DeskCallName, DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { DEMO_OPERATOR_PASSWORD } from '@tallystick/server/demo/operators';

/** One of the demo's operators at the desk of a running server, over HTTP. */
class Operator {
  readonly #url: string;
  #token = '';

  private constructor(url: string) {
    this.#url = url;
  }

  static async logIn(url: string, name: string): Promise<Operator> {
    const operator = new Operator(url);
    const { token } = await operator.call('POST desk/login', { name, password: DEMO_OPERATOR_PASSWORD });
    operator.#token = token;
    return operator;
  }

  async call<Name extends DeskCallName>(name: Name, input: DeskInput<Name>): Promise<DeskOutput<Name>> {
    const [method = '', path = ''] = name.split(' ');
    const response = await fetch(`${this.#url}/api/${path}`, {
      method,
      headers: { authorization: this.#token, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    });
    const body = (await response.json()) as { type: string; data: DeskOutput<Name> };
    if (body.type !== 'ok') throw new Error(`${name} was refused: ${JSON.stringify(body)}`);
    return body.data;
  }
}

export type ClockStop = NonNullable<DeskOutput<'GET desk/clock'>['stopped']>;

/** Two people look at the clock and say that it is right; resolves to what they saw, null if nothing was stopped. */
export async function sayClockIsRight(url: string): Promise<ClockStop | null> {
  const maker = await Operator.logIn(url, 'admin');
  const { stopped } = await maker.call('GET desk/clock', {});
  if (stopped === null) return null;
  const { id } = await maker.call('POST desk/propose', {
    kind: 'clock',
    change: { ...stopped },
    note: 'Compared with the time of the network.',
  });
  const checker = await Operator.logIn(url, 'compliance');
  await checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });
  return stopped;
}
