import type { DeskInput } from '@tallystick/protocol/desk';
import { USDT } from '@tallystick/protocol/currency-ids';
import { samplePicture, uploadPicture } from '../../../testing/sample-pictures.ts';
import type { TestDesk } from '../../../testing/test-desk.ts';
import { freshKey, type TestCustomer, type TestServer } from '../../../testing/test-server.ts';
import { freshTransaction } from '../../testing/withdrawing.ts';

/** Each deposit needs a different picture. */
let pictures = 0;

/** Moves the house's own money from the bank to the treasury. */
export async function fillTreasury(server: TestServer, units: number): Promise<void> {
  await server.submit({
    type: 'fundHouse',
    from: 'bank',
    to: 'treasury',
    currencyId: USDT,
    amountMinor: BigInt(units) * 1_000_000n,
    reference: 'test',
  });
}

/** Id of a deposit whose voucher an operator approved. */
export async function believedDeposit(
  server: TestServer,
  desk: TestDesk,
  customer: TestCustomer,
  amount: string,
): Promise<number> {
  const picture = await uploadPicture(server, customer.token, 'voucher', await samplePicture(++pictures));
  const transaction = freshTransaction();
  const { deposit } = await server.call(
    'POST wallet/charge_req',
    {
      currency_id: USDT,
      network: 'TRC20',
      amount,
      picture_id: picture.picture_id,
      transaction_id: transaction,
    },
    { token: customer.token, key: freshKey() },
  );
  await desk.call('POST desk/queue_decide', {
    queue: 'deposit',
    id: deposit.deposit_id,
    action: 'approve',
    inputs: { transaction_id: transaction },
  });
  return deposit.deposit_id;
}

/** Two operators agree: returns the code of the first refusal, or 1. */
export async function agree(
  [maker, checker]: readonly [TestDesk, TestDesk],
  kind: DeskInput<'POST desk/propose'>['kind'],
  change: Record<string, unknown>,
): Promise<string | number> {
  const { body } = await maker.try('POST desk/propose', { kind, change, note: 'A mistake' });
  if (body.type !== 'ok') return body.code;
  const decided = await checker.try('POST desk/proposal_decide', { id: body.data.id, decision: 'confirm' });
  return decided.body.code;
}

export function goodwillOf(customer: TestCustomer, amount: string, change: object = {}) {
  return {
    customer_id: customer.id,
    currency_id: USDT,
    amount,
    reason: 'late_payout',
    text: 'Your withdrawal took two days.',
    ...change,
  };
}

export function reversalOf(depositId: number, amount: string) {
  return { deposit_id: depositId, amount, reason: 'wrong_customer', text: 'It names another account.' };
}
