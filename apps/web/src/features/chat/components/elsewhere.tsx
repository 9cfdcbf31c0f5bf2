import { ExternalLink } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { EmptyState } from '#ui/states.tsx';
import styles from './chat.module.css';

/** Support is on another site: names it before linking there. */
export function Elsewhere({ url }: { readonly url: string }) {
  const { t } = useTranslation('chat');
  return (
    <EmptyState
      icon={<ExternalLink size={26} strokeWidth={1.6} />}
      title={t('elsewhere')}
      action={
        <a className={styles['away']} href={url} target="_blank" rel="noopener noreferrer">
          {t('elsewhereOpen')}
        </a>
      }
    >
      {t('elsewhereText', { host: new URL(url).host })}
    </EmptyState>
  );
}
