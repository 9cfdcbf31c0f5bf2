import { useQuery } from '@tanstack/react-query';
import { Image, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#lib/copy.ts';
import { shareLink } from '#lib/share-file.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import form from '#ui/form.module.css';
import { showToast } from '#ui/toast.ts';
import { shareQuery, type Overview } from '../api/referral.ts';
import { withOrigin } from '../model/figures.ts';
import { PosterSheet } from './poster-sheet.tsx';
import styles from './invite-card.module.css';

/** Code, link and poster: what a customer shares with a friend. */
export function InviteCard({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation(['referral', 'common']);
  const [poster, setPoster] = useState(false);
  const { data: words } = useQuery(shareQuery());
  const { origin } = window.location;
  const link = withOrigin(overview.link, origin);
  const share = async () => {
    const shared = await shareLink({ title: words?.title ?? '', text: words?.text ?? '', url: link });
    if (shared === 'failed') showToast(t('invite.failed'), 'bad');
    if (shared !== null) return;
    // No system share sheet, as on most computers.
    const copied = await copyText(link);
    showToast(copied ? t('common:states.copied') : t('common:states.copyFailed'), copied ? 'good' : 'bad');
  };
  return (
    <Card className="stack-3 cols-1">
      <h2 className="text-17 leading-24">{t('invite.title')}</h2>
      <CopyBox label={t('invite.code')} text={overview.code} />
      <CopyBox label={t('invite.link')} text={link} />
      <div className={styles['ways']}>
        <Button icon={<Share2 size={18} aria-hidden="true" />} onClick={() => void share()}>
          {t('invite.share')}
        </Button>
        <Button tone="quiet" icon={<Image size={18} aria-hidden="true" />} onClick={() => setPoster(true)}>
          {t('invite.poster')}
        </Button>
      </div>
      <details className={form['more']}>
        <summary>{t('invite.other')}</summary>
        <div className="stack-2 cols-1">
          <p className="note">{t('invite.otherText')}</p>
          <CopyBox label={t('invite.link')} text={withOrigin(overview.hash_link, origin)} />
        </div>
      </details>
      {poster ? <PosterSheet link={link} onClose={() => setPoster(false)} /> : null}
    </Card>
  );
}
