import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#lib/copy.ts';
import { IconButton } from './button.tsx';
import styles from './copy-box.module.css';
import { showToast } from './toast.ts';

/** A label, a text, and a button that copies the text. If copying fails, the text is selected instead. */
export function CopyBox({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation('common');
  const written = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    if (await copyText(text)) return showToast(t('states.copied'), 'good');
    if (written.current) getSelection()?.selectAllChildren(written.current);
    showToast(t('states.copyFailed'), 'bad');
  };
  return (
    <div className={styles['box']}>
      <div className="grow stack-1px">
        <span className="note">{label}</span>
        <span ref={written} className={styles['text']}>
          {text}
        </span>
      </div>
      <IconButton label={`${t('actions.copy')}: ${label}`} onClick={() => void copy()}>
        <Copy size={18} />
      </IconButton>
    </div>
  );
}
