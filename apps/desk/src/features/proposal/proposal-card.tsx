import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime } from '#lib/format.ts';
import { useNames } from '#lib/use-names.ts';
import { whyNoSecond } from '#lib/second-person.ts';
import { shownWhich } from '#lib/words.ts';
import { Button } from '#ui/button.tsx';
import { Changes } from '#ui/changes.tsx';
import { Badge, Card, Facts } from '#ui/page.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';

type Proposal = DeskOutput<'GET desk/proposals'>['items'][number];
type Decision = 'confirm' | 'reject' | 'withdraw';

const TONES = {
  pending: 'warn',
  applying: 'warn',
  applied: 'good',
  rejected: 'bad',
  withdrawn: 'plain',
  failed: 'bad',
} as const;

export function ProposalCard({ proposal }: { readonly proposal: Proposal }) {
  const [asked, setAsked] = useState<Decision | null>(null);
  const names = useNames();
  const which = shownWhich(proposal.subject, proposal.after ?? proposal.before, names);
  const { made_by: maker, decided_by: decider } = proposal;
  const facts: [string, string][] = [
    [t('approvals.by'), maker.name],
    [t('approvals.when'), dateTime(proposal.made_at_ms)],
    [t('approvals.note'), proposal.note],
  ];
  if (decider !== null) {
    const when = dateTime(proposal.decided_at_ms ?? 0);
    facts.push([word('proposalStates', proposal.state), t('approvals.decided', { who: decider.name, when })]);
    if (proposal.decision_note !== '') facts.push([t('approvals.note'), proposal.decision_note]);
  }
  return (
    <Card
      title={`${word('proposalKinds', shownKind(proposal))} · ${which}`}
      actions={<Badge tone={TONES[proposal.state]}>{word('proposalStates', proposal.state)}</Badge>}
    >
      <Changes before={proposal.before} after={proposal.after} />
      <Facts facts={facts} />
      {proposal.failure === null ? null : <p className="problem">{proposal.failure}</p>}
      <div className="row">
        {proposal.may_decide ? (
          <>
            <Button
              tone="main"
              disabled={proposal.blocked !== null}
              aria-describedby={proposal.blocked === null ? undefined : `blocked-${proposal.id}`}
              onClick={() => setAsked('confirm')}
            >
              {t('actions.confirm')}
            </Button>
            <Button tone="danger" onClick={() => setAsked('reject')}>
              {t('actions.reject')}
            </Button>
          </>
        ) : null}
        {proposal.state === 'pending' && !proposal.may_decide && !proposal.may_withdraw ? (
          <span className="quiet">{t('approvals.notYours')}</span>
        ) : null}
        {proposal.may_withdraw ? (
          <>
            <Button onClick={() => setAsked('withdraw')}>{t('actions.withdraw')}</Button>
            <span className="quiet">{t('approvals.own')}</span>
          </>
        ) : null}
      </div>
      {proposal.blocked === null ? null : (
        <p id={`blocked-${proposal.id}`} className="quiet">
          {whyNoSecond(proposal.blocked.code, proposal.blocked.until_ms)}
        </p>
      )}
      {asked === null ? null : (
        <DecisionDialog proposal={proposal} decision={asked} onClose={() => setAsked(null)} />
      )}
    </Card>
  );
}

/** A status proposal either resumes trading or extends a halt. */
function shownKind({ kind, after }: Proposal): string {
  if (kind !== 'market_status' && kind !== 'perpetual_status') return kind;
  const isHalt = typeof after === 'object' && Object.values(after ?? {}).some(one => typeof one === 'object');
  return isHalt ? kind.replace('_status', '_halt') : kind;
}

function DecisionDialog({
  proposal,
  decision,
  onClose,
}: {
  readonly proposal: Proposal;
  readonly decision: Decision;
  readonly onClose: () => void;
}) {
  return (
    <ReasonDialog
      title={t(`approvals.${decision}Title`)}
      text={decision === 'confirm' ? t('approvals.confirmText') : undefined}
      label={t('approvals.note')}
      submit={t(`actions.${decision}`)}
      danger={decision === 'reject'}
      optional={decision !== 'reject'}
      wide
      done={t('approvals.done')}
      onClose={onClose}
      run={note => callDesk('POST desk/proposal_decide', { id: proposal.id, decision, note })}
    >
      <Changes before={proposal.before} after={proposal.after} />
    </ReasonDialog>
  );
}
