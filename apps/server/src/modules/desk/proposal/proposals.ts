import { isDeepStrictEqual } from 'node:util';
import type { ProposalKindName } from '@tallystick/protocol/desk/calls/proposal';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { proposedChanges } from '@tallystick/protocol/desk/changes';
import { isAllowed } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import type { z } from 'zod';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import { parseInput } from '../../../http/input.ts';
import type { Operator } from '../../../http/operator.ts';
import { pageOf, readCursor } from '../../../http/page.ts';
import { finishEach } from '../../../module/left-work.ts';
import type { AuditEntry, AuditLog } from '../../../audit-log/audit-log.ts';
import type { DeskBus, DeskCommand } from '../../../approval/desk-bus.ts';
import { requirePermission } from '../operator/permission.ts';
import {
  requireSecondPerson,
  secondPersonBlock,
  standings,
  type Standing,
} from '../../../approval/second-person.ts';
import type { Prepared, ProposalKind } from '../../../approval/proposal-kind.ts';
import * as store from './store.ts';
import type { ProposalRow, WireProposal } from './store.ts';

type ChangeOf<Kind extends ProposalKindName> = z.output<(typeof proposedChanges)[Kind]>;
export type ProposalKinds = { readonly [Kind in ProposalKindName]: ProposalKind<ChangeOf<Kind>> };

export interface ProposalsOptions {
  readonly pool: pg.Pool;
  readonly bus: DeskBus;
  readonly audit: AuditLog;
  readonly kinds: ProposalKinds;
  readonly now: () => number;
  /** See `Clock.certainNow`: decides whether a second person has waited long enough. */
  readonly certainNow: () => number;
}

type Decision = DeskRequest<'POST desk/proposal_decide'>['decision'];

/**
 * Four eyes: one operator proposes a change, another confirms it. Exactly what was shown happens: if its subject has
 * changed meanwhile, the proposal is void. If several confirm at once, only one applies it.
 */
export class Proposals {
  readonly #options: ProposalsOptions;

  constructor(options: ProposalsOptions) {
    this.#options = options;
  }

  async propose(operator: Operator, input: DeskRequest<'POST desk/propose'>): Promise<WireProposal> {
    const { pool, audit, now } = this.#options;
    const { kind: name, note } = input;
    const kind = this.#kind(name);
    requirePermission(operator, kind.propose);
    const change = parseInput(proposedChanges[name] as z.ZodType, input.change);
    const id = await inTransaction(pool, async client => {
      const prepared = await kind.prepare(client, change);
      if (isDeepStrictEqual(prepared.before, prepared.after)) throw new CallFailure('nothing_changed');
      await kind.refuse?.(client, change, operator);
      const madeBy = operator.id;
      const inserted = await store.insertProposal(client, {
        ...prepared,
        kind: name,
        change,
        note,
        madeBy,
        atMs: now(),
      });
      await audit.write(client, operator, {
        action: `${name}.propose`,
        subject: prepared.subject,
        before: prepared.before,
        ...logged(prepared.customerId ?? null, { proposal: inserted }, prepared.after, note),
      });
      return inserted;
    });
    return this.#wire(await this.#read(id), operator);
  }

  async decide(
    operator: Operator,
    input: DeskRequest<'POST desk/proposal_decide'>,
  ): Promise<DeskOutput<'POST desk/proposal_decide'>> {
    const { pool, certainNow } = this.#options;
    const { id, decision, note } = input;
    const row = await inTransaction(pool, async client => {
      const found = await store.findProposal(client, id, true);
      if (found === null) throw new CallFailure('not_found', { field: 'id' });
      this.#refuse(found, operator, decision, note);
      if (decision === 'confirm')
        await requireSecondPerson(client, operator.id, [found.made_by], certainNow());
      await this.#settle(client, found, operator, decision, note);
      return found;
    });
    if (decision === 'confirm') {
      await this.#kind(row.kind).committed?.();
      await this.#finish(id);
    }
    return { proposal: await this.#wire(await this.#read(id), operator) };
  }

  async list(
    operator: Operator,
    input: DeskRequest<'GET desk/proposals'>,
  ): Promise<DeskOutput<'GET desk/proposals'>> {
    const { pool, certainNow } = this.#options;
    const standing = (await standings(pool, certainNow())).get(operator.id);
    const rows = await store.listProposals(pool, {
      open: input.state === 'open',
      kind: input.kind,
      beforeId: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    const page = pageOf(
      rows,
      input.limit,
      row => row.id,
      row => this.#wireFor(row, operator, standing),
    );
    return { ...page, open_count: await store.countOpen(pool) };
  }

  /** Completes what was interrupted between decision and exchange, decided more than `leftForMs` ago. */
  async finishAll(leftForMs: number): Promise<void> {
    const { pool, now } = this.#options;
    await finishEach(await store.applyingProposals(pool, now() - leftForMs), id => this.#finish(id));
  }

  #refuse(row: ProposalRow, operator: Operator, decision: Decision, note: string): void {
    if (decision === 'withdraw') {
      if (row.made_by !== operator.id) throw new CallFailure('operator_forbidden');
    } else {
      requirePermission(operator, this.#kind(row.kind).confirm);
      if (row.made_by === operator.id) throw new CallFailure('same_operator');
    }
    if (row.state !== 'pending') throw new CallFailure('already_decided', { state: row.state });
    if (decision === 'reject' && note === '') throw new CallFailure('reason_required', { field: 'note' });
  }

  async #settle(
    client: pg.ClientBase,
    row: ProposalRow,
    operator: Operator,
    decision: Decision,
    note: string,
  ): Promise<void> {
    const { audit, now } = this.#options;
    const kind = this.#kind(row.kind);
    const id = Number(row.id);
    let state: store.ProposalState = decision === 'reject' ? 'rejected' : 'withdrawn';
    if (decision === 'confirm') {
      await refuseIfOutdated(client, kind, row);
      await kind.refuse?.(client, row.change, operator);
      state = kind.commands === undefined ? 'applied' : 'applying';
    }
    // Store the decision first, checked by the database, then apply it.
    await store.setDecided(client, id, state, { by: operator.id, atMs: now(), note });
    if (decision === 'confirm') await kind.apply?.(client, row.change, operator, id);
    await audit.write(client, operator, {
      action: `${row.kind}.${decision}`,
      subject: row.subject,
      before: row.before,
      ...logged(row.customer_id, { proposal: id, proposed_by: row.maker }, row.after, note),
    });
  }

  /** Sends it to the exchange and stores the result. Repeatable: the command's key is the proposal's id. */
  async #finish(id: number): Promise<void> {
    const { pool, bus, audit } = this.#options;
    const row = await this.#read(id);
    if (row.state !== 'applying') return;
    const commands = (await this.#kind(row.kind).commands?.(row.change, row.before, id)) ?? null;
    let failure: string | null = commands === null ? 'proposal_outdated' : null;
    try {
      for (const command of commands ?? []) await bus.submit(command, `proposal-${id}-${keyOf(command)}`);
    } catch (error) {
      // A refusal is final; on any other error (busy, stopping) the next turn tries again. Also when another process has sent
      // the same in other words, e.g. with a notice that was changed in between: what came of that the exchange then shows.
      if (!(error instanceof CallFailure) || error.status >= 500) throw error;
      if (error.code === 'idempotency_key_reused') throw error;
      failure = error.code;
    }
    await inTransaction(pool, async client => {
      const ended = await store.setOutcome(client, id, failure === null ? 'applied' : 'failed', failure);
      if (!ended) return;
      if (failure === null) {
        await this.#kind(row.kind).accepted?.(client, row.change);
        return;
      }
      await audit.write(client, null, {
        action: `${row.kind}.failed`,
        subject: row.subject,
        before: row.before,
        after: { proposal: id, code: failure },
      });
    });
  }

  async #read(id: number): Promise<ProposalRow> {
    const row = await store.findProposal(this.#options.pool, id);
    if (row === null) throw new CallFailure('not_found', { field: 'id' });
    return row;
  }

  /** Each kind parses a change with its own schema: see `propose`. */
  #kind(name: ProposalKindName): ProposalKind<unknown> {
    return this.#options.kinds[name] as ProposalKind<unknown>;
  }

  async #wire(row: ProposalRow, operator: Operator): Promise<WireProposal> {
    const { pool, certainNow } = this.#options;
    return this.#wireFor(row, operator, (await standings(pool, certainNow())).get(operator.id));
  }

  #wireFor(row: ProposalRow, operator: Operator, standing: Standing | undefined): WireProposal {
    const pending = row.state === 'pending';
    const own = row.made_by === operator.id;
    const mayDecide = pending && !own && isAllowed(operator.role, this.#kind(row.kind).confirm);
    return {
      id: Number(row.id),
      kind: row.kind,
      subject: row.subject,
      before: row.before,
      after: row.after,
      note: row.note,
      state: row.state,
      failure: row.failure,
      made_by: { id: row.made_by, name: row.maker },
      made_at_ms: Number(row.made_at_ms),
      decided_by: row.decided_by === null ? null : { id: row.decided_by, name: row.decider ?? '' },
      decided_at_ms: row.decided_at_ms === null ? null : Number(row.decided_at_ms),
      decision_note: row.decision_note,
      may_decide: mayDecide,
      blocked: mayDecide ? secondPersonBlock(standing, [row.made_by], this.#options.certainNow()) : null,
      may_withdraw: pending && own,
    };
  }
}

/** For the log. What was written about a customer stands beside it, where it can be erased. */
function logged(
  customerId: number | null,
  facts: object,
  change: unknown,
  note: string,
): Pick<AuditEntry, 'after' | 'about'> {
  if (customerId === null) return { after: { ...facts, change, note } };
  const { text = '', ...rest } = (change ?? {}) as { text?: string };
  return { after: { ...facts, change: rest }, about: { customerId, words: { note, text } } };
}

/** Each of a proposal's commands counts once, in any order and however often sent. */
function keyOf(command: DeskCommand): number {
  switch (command.type) {
    case 'changeMarketTerms':
      return command.market.id;
    case 'configureLaunchOffer':
      return command.offer.offerId;
    case 'cancelLaunchOffer':
      return command.offerId;
    case 'changePerpetualTerms':
      return command.perpetual.marketId;
    case 'configureOptions':
      return command.terms.marketId;
    case 'configureTrustProduct':
      return command.productId;
    case 'fundHouse':
    case 'takeFromInsurance':
      return command.currencyId;
    case 'changeReferralTerms':
    case 'configureDust':
      return 0;
    case 'setReferralStanding':
      return command.customerId;
    default:
      return command.marketId;
  }
}

/** Through JSON as in the database, so that both sides compare equal. */
function stored(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

async function refuseIfOutdated(
  client: pg.ClientBase,
  kind: ProposalKind<unknown>,
  row: ProposalRow,
): Promise<void> {
  let now: Prepared;
  try {
    now = await kind.prepare(client, row.change);
  } catch (error) {
    // It was valid when it was proposed.
    throw error instanceof CallFailure ? new CallFailure('proposal_outdated', { cause: error.code }) : error;
  }
  const same =
    isDeepStrictEqual(stored(now.before), row.before) && isDeepStrictEqual(stored(now.after), row.after);
  if (!same) throw new CallFailure('proposal_outdated');
}
