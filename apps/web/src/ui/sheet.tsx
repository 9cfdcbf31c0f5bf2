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
  /** Stays at the bottom while the content scrolls: usually the buttons. */
  readonly footer?: ReactNode;
  /** From below (default), from the left, or centred for a question. */
  readonly from?: 'below' | 'left' | 'centre';
}

/**
 * A step of the current page, on the browser's own modal dialog: it traps focus, closes on Escape and returns focus to
 * where it was. The phone's way back closes it, too.
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

  // A layout effect, and of a component of its own: its end comes before the dialog leaves the page. One that has left
  // does not return the focus any more.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // A click on the dialog itself is one on its backdrop: the content covers the rest.
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
