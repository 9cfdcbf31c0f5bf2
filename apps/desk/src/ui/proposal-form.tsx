import { useState, type ReactNode } from 'react';
import { t } from '#i18n/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { ProposeDialog, type Proposal } from './propose-dialog.tsx';

/**
 * The form of a proposal. Submitting it opens `ProposeDialog`, which shows the changes and asks for the reason. `propose`
 * returns the proposal, or the line that cannot be read.
 */
export function ProposalForm({
  title,
  kind,
  propose,
  wide = false,
  disabled = false,
  goesBack = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly kind: Proposal['kind'];
  readonly propose: () => Omit<Proposal, 'kind'> | { readonly line: string };
  readonly wide?: boolean;
  /** Something has to be typed before it can be proposed. */
  readonly disabled?: boolean;
  /** Cancelling in `ProposeDialog` returns to the form instead of closing it. */
  readonly goesBack?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [proposal, setProposal] = useState<Omit<Proposal, 'kind'> | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const send = () => {
    const read = propose();
    if ('line' in read) setUnreadable(read.line);
    else setProposal(read);
  };
  if (proposal !== null) {
    const closing = goesBack ? { onClose: () => setProposal(null), onProposed: onClose } : { onClose };
    return <ProposeDialog kind={kind} {...proposal} {...closing} />;
  }
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <Form onSend={send}>
        {children}
        {unreadable === null ? null : (
          <p role="alert" className="bad">
            {t('options.unreadable', { line: unreadable })}
          </p>
        )}
        <div className="row row-end">
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" tone="main" disabled={disabled}>
            {t('actions.propose')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
