import { Headset } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Page } from '#ui/page.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { formatDate } from '#ui/format.ts';
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx';
import { showRefusal } from '#ui/toast.ts';
import { newestCase } from '../model/conversation.ts';
import styles from './chat.module.css';
import { Composer } from './composer.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { MessageList } from './message-list.tsx';
import { Rating } from './rating.tsx';
import { useChat, type Chat } from './use-chat.ts';

/** The chat with support. `prepare` converts a chosen file to the picture to send; null if it is not a picture. */
export function ChatPage({ prepare }: { readonly prepare: (file: File) => Promise<Blob | null> }) {
  const { t } = useTranslation('chat');
  const chat = useChat();
  const { service } = chat;
  const isHere = service !== null && service.external_url === null;
  return (
    <Page
      title={t('title')}
      width="narrow"
      right={isHere ? <End chat={chat} /> : undefined}
      footer={isHere ? <Composer chat={chat} prepare={prepare} /> : undefined}
    >
      {service === null ? (
        <Waiting chat={chat} />
      ) : service.external_url === null ? (
        <Conversation
          chat={chat}
          opensAtMs={service.open ? null : service.opens_at_ms}
          isOpen={service.open}
        />
      ) : (
        <Elsewhere url={service.external_url} />
      )}
    </Page>
  );
}

function Waiting({ chat }: { readonly chat: Chat }) {
  if (chat.failed === null) return <SkeletonRows />;
  return <ErrorState error={chat.failed} onRetry={chat.retryState} />;
}

function Conversation({
  chat,
  isOpen,
  opensAtMs,
}: {
  readonly chat: Chat;
  readonly isOpen: boolean;
  readonly opensAtMs: number | null;
}) {
  const { t } = useTranslation('chat');
  const session = useSession();
  const { conversation } = chat;
  const newest = newestCase(conversation);
  const isEmpty = conversation.messages.length === 0 && conversation.drafts.length === 0;
  useStayAtEnd(chat);
  return (
    <div className="stack-3">
      {isEmpty ? (
        <EmptyState icon={<Headset size={26} strokeWidth={1.6} />} title={t('welcome')}>
          {t('welcomeText')} {session === undefined ? t('visitorText') : null}
        </EmptyState>
      ) : null}
      <p className={styles['safety']}>{t('safety')}</p>
      <MessageList chat={chat} />
      {newest?.state === 'closed' && conversation.drafts.length === 0 ? (
        <>
          <p className={styles['ended']}>{t('ended')}</p>
          <Rating key={newest.case_id} stars={newest.stars} onRate={chat.rate} />
        </>
      ) : null}
      {isOpen ? null : (
        <output className={styles['hint']}>
          {t('closedHours', { time: formatDate(opensAtMs, 'dayMinute') })}
        </output>
      )}
      {chat.connected ? null : <output className={styles['hint']}>{t('offline')}</output>}
      <output className={styles['typing']}>{chat.typing ? t('typing') : null}</output>
    </div>
  );
}

/** Scrolls to new messages, unless the reader has scrolled up. */
function useStayAtEnd({ conversation: { messages, drafts }, typing }: Chat): void {
  const isAtEnd = useRef(true);
  const newest = messages.at(-1);
  const shown = `${newest?.case_id}:${newest?.seq}:${drafts.length}:${String(typing)}`;
  const before = useRef('');
  useEffect(() => {
    const look = (): void => {
      const { scrollHeight } = document.documentElement;
      isAtEnd.current = window.scrollY + window.innerHeight >= scrollHeight - 120;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (isAtEnd.current) window.scrollTo(0, document.documentElement.scrollHeight);
  }, [shown]);
}

function End({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation('chat');
  const [asking, setAsking] = useState(false);
  const { busy, submit } = useSubmit(() => chat.close(), {
    onDone: () => setAsking(false),
    onFailed: showRefusal,
  });
  if (newestCase(chat.conversation)?.state !== 'open') return null;
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setAsking(true)}>
        {t('end')}
      </Button>
      <Confirm
        open={asking}
        title={t('endTitle')}
        confirmLabel={t('endConfirm')}
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={submit}
      >
        {t('endText')}
      </Confirm>
    </>
  );
}
