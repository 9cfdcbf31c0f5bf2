import { X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { enterSheet } from '#lib/sheet-history.ts';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import styles from './sheet.module.css';

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Stays at the bottom while the content scrolls; usually the buttons. */
  readonly footer?: ReactNode;
  /** Slides in from below (default) or from the left; `centre` is for questions. */
  readonly from?: 'below' | 'left' | 'centre';
}

/**
 * A panel over the current page, made with the browser's modal dialog, which traps focus, closes on Escape and returns
 * focus to where it was. The phone's back button or gesture closes it, too.
 */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ onClose, title, children, footer, from = 'below' }: Omit<SheetProps, 'open'>) {
  const { t } = useTranslation('common');
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  // A layout effect in a separate component: its cleanup runs before the dialog is removed from the document. A removed
  // dialog would not return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // The content covers the dialog, so a click on the dialog itself hits its backdrop.
    const onClick = (event: MouseEvent) => {
      if (event.target === element) close.current();
    };
    element.addEventListener('click', onClick);
    const leave = enterSheet(() => close.current());
    return () => {
      leave();
      element.removeEventListener('click', onClick);
      element.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className={cx(styles['sheet'], styles[from], 'raised')}
      aria-labelledby={titleId}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles['content']}>
        {from === 'below' ? <div className={styles['grip']} aria-hidden="true" /> : null}
        <div className={styles['header']}>
          <h2 id={titleId} className="text-17 leading-24">
            {title}
          </h2>
          <IconButton label={t('actions.close')} onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
        <div className={styles['body']}>{children}</div>
        {footer ? <div className={styles['footer']}>{footer}</div> : null}
      </div>
    </dialog>
  );
}
