import { PLATFORM_OWNER } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { houseFundsChange, HouseFundName, HouseSourceName } from '@tallystick/protocol/desk/changes';
import type pg from 'pg';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { DeskCommand } from '../../../../approval/desk-bus.ts';
import type { DeskExchange } from '../../../../approval/desk-exchange.ts';
import type { ProposalKind } from '../../../../approval/proposal-kind.ts';

type Change = z.output<typeof houseFundsChange>;
type FundHouse = Extract<DeskCommand, { type: 'fundHouse' }>;
type TakeFromInsurance = Extract<DeskCommand, { type: 'takeFromInsurance' }>;

const FUNDS: Readonly<Record<HouseFundName, FundHouse['to']>> = {
  treasury: 'treasury',
  insurance: 'insurance',
  option_pool: 'optionPool',
};
const SOURCES: Readonly<Record<HouseSourceName, FundHouse['from'] | 'insurance'>> = {
  ...FUNDS,
  faucet: 'faucet',
  fees: 'fees',
  bank: 'bank',
  custody_bitcoin: 'custodyBitcoin',
  custody_ethereum: 'custodyEthereum',
  custody_tron: 'custodyTron',
  custody_bnb: 'custodyBnb',
  custody_solana: 'custodySolana',
  custody_xrp: 'custodyXrp',
  custody_dogecoin: 'custodyDogecoin',
  custody_cardano: 'custodyCardano',
};
/** These funds cannot go below zero; the others record money from outside. */
const LIMITED: readonly HouseSourceName[] = ['fees', 'treasury', 'insurance', 'option_pool'];

/** Moves the house's own money between its funds. It cannot reach escrows or customers. */
export function houseFundsKind(
  exchange: DeskExchange,
  pool: pg.Pool,
  mode: 'demo' | 'live',
): ProposalKind<Change> {
  const minorOf = (change: Change): bigint => {
    const currency = exchange.currency(change.currency_id);
    if (currency === null) throw new CallFailure('unknown_currency', { field: 'currency_id' });
    const minor = parseDecimal(change.amount, currency.decimals) ?? 0n;
    if (minor === 0n)
      throw new CallFailure('invalid_amount', { field: 'amount', decimals: currency.decimals });
    return minor;
  };
  return {
    propose: 'house.propose',
    confirm: 'house.confirm',
    async prepare(_client, change) {
      const amountMinor = minorOf(change);
      if (change.from === change.to) throw new CallFailure('same_account', { field: 'to' });
      if (change.from === 'faucet' && mode !== 'demo') throw new CallFailure('demo_only', { field: 'from' });
      const { code, decimals } = exchange.currency(change.currency_id)!;
      const account = SOURCES[change.from];
      const held = exchange.balance({ ownerId: PLATFORM_OWNER, account, currencyId: change.currency_id });
      if (LIMITED.includes(change.from) && held.availableMinor < amountMinor) {
        const available = formatMinor(held.availableMinor, decimals);
        throw new CallFailure('insufficient_balance', { field: 'amount', available, currency: code });
      }
      const after = {
        from: change.from,
        to: change.to,
        amount: formatMinor(amountMinor, decimals),
        currency: code,
      };
      return { subject: `house:${code}`, before: null, after };
    },
    async commands(change, _before, proposalId) {
      const reference = `proposal:${proposalId}`;
      // Asks the ledger: command keys are forgotten after a while.
      const { rowCount } = await pool.query(
        `select 1 from ledger_entries where owner_id = $1 and reference = $2 and reason = 'houseFunding' limit 1`,
        [PLATFORM_OWNER, reference],
      );
      if (rowCount !== 0) return [];
      const from = SOURCES[change.from];
      const to = FUNDS[change.to];
      const rest = { currencyId: change.currency_id, amountMinor: minorOf(change), reference };
      if (from !== 'insurance') return [{ type: 'fundHouse', from, to, ...rest }];
      return [{ type: 'takeFromInsurance', to: to as TakeFromInsurance['to'], ...rest }];
    },
  };
}
