import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Button } from '#ui/button.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { CorrectionText } from './correction-text.tsx';
import type { Reversal } from './columns.tsx';

/** Reviews an objection, by other people than before; or withdraws an announced reversal. */
export function ReviewActions({ reversal }: { readonly reversal: Reversal }) {
  const [uphold, setUphold] = useState<boolean | null>(null);
  const { state, may_review: mayReview } = reversal;
  if (state !== 'objected' && state !== 'announced') return null;
  if (state === 'objected' && !mayReview) return <span className="quiet">{t('corrections.notYours')}</span>;
  return (
    <div className="stack">
      {state === 'objected' ? (
        <Button small tone="danger" onClick={() => setUphold(true)}>
          {t('corrections.uphold')}
        </Button>
      ) : null}
      <Button small onClick={() => setUphold(false)}>
        {t('corrections.drop')}
      </Button>
      {uphold === null ? null : (
        <ReviewDialog reversal={reversal} uphold={uphold} onClose={() => setUphold(null)} />
      )}
    </div>
  );
}

function ReviewDialog({
  reversal,
  uphold,
  onClose,
}: {
  readonly reversal: Reversal;
  readonly uphold: boolean;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState('');
  const title = t(uphold ? 'corrections.uphold' : 'corrections.drop');
  const propose = () => ({
    change: { reversal_id: reversal.id, uphold, text: text.trim() },
    before: { state: reversal.state },
    after: { state: uphold ? 'upheld' : 'dropped', text: text.trim() },
  });
  return (
    <ProposalForm title={title} kind="reversal_review" propose={propose} onClose={onClose}>
      <CorrectionText label={t('corrections.found')} value={text} onChange={setText} />
    </ProposalForm>
  );
}
