import { ExternalLink, Headset, LifeBuoy, MessageSquareText } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';
import { useCustomerUrl } from '../api/help.ts';

const ICON = { size: 19, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Ways to contact support: chat (or the operator's own site instead), tickets and feedback. */
export function Contact() {
  const { t } = useTranslation('help');
  const url = useCustomerUrl().data?.url ?? null;
  return (
    <section className="stack-2 cols-1">
      <h2 className="quiet text-13 weight-600">{t('contact')}</h2>
      <List label={t('contact')}>
        <Row
          to={paths.helpChat.getHref()}
          icon={url === null ? <Headset {...ICON} /> : <ExternalLink {...ICON} />}
          title={t('chat')}
          detail={url === null ? t('chatText') : t('externalChat', { host: new URL(url).host })}
        />
        <Row
          to={paths.helpTickets.getHref()}
          icon={<LifeBuoy {...ICON} />}
          title={t('tickets')}
          detail={t('ticketsText')}
        />
        <Row
          to={paths.helpFeedback.getHref()}
          icon={<MessageSquareText {...ICON} />}
          title={t('feedback')}
          detail={t('feedbackText')}
        />
      </List>
      <p className="note">{t('contactText')}</p>
    </section>
  );
}
