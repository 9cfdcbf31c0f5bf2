import type { ReactNode } from 'react';
import { t } from '#i18n/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** What is proposed, typed in; `onReady` when it is to be looked at once more and reasoned for (`ProposeDialog`). */
export function ProposalForm({
  title,
  wide = false,
  disabled = false,
  onReady,
  onClose,
  children,
}: {
  readonly title: string;
  readonly wide?: boolean;
  /** Something has to be typed before it can be proposed. */
  readonly disabled?: boolean;
  readonly onReady: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault();
          onReady();
        }}
      >
        {children}
        <div className="row row-end">
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" tone="main" disabled={disabled}>
            {t('actions.propose')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
