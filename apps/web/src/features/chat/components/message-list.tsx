import { Fragment, type ReactNode } from 'react';
import type { WireChatMessage } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDate } from '#ui/format.ts';
import { showRefusal } from '#ui/toast.ts';
import { deliveryOf, newestCase, type Draft } from '../model/conversation.ts';
import styles from './chat.module.css';
import { ChatPicture } from './chat-picture.tsx';
import type { Chat } from './use-chat.ts';

/** Messages, oldest first, with the state of the customer's own. Texts are never rendered as markup. */
export function MessageList({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation('chat');
  const { conversation } = chat;
  const newest = newestCase(conversation);
  return (
    <>
      {chat.older === null ? null : <Older load={chat.older} />}
      <div role="log" aria-label={t('log')}>
        <ol className={styles['log']}>
          {conversation.messages.map((message, index) => (
            <Fragment key={`${message.case_id}:${message.seq}`}>
              {startsEarlier(conversation.messages, index, newest?.case_id) ? (
                <li className={styles['divider']}>
                  {t('earlier', { date: formatDate(message.at_ms, 'date') })}
                </li>
              ) : null}
              <Bubble
                side={message.side}
                foot={
                  <>
                    {formatDate(message.at_ms, 'minute')}
                    {message.side === 'customer' ? ` · ${t(deliveryOf(conversation, message))}` : null}
                  </>
                }
              >
                {message.picture === null ? null : <ChatPicture picture={message.picture} />}
                {message.text}
              </Bubble>
            </Fragment>
          ))}
          {conversation.drafts.map(draft => (
            <Bubble key={draft.clientId} side="customer" foot={<DraftFoot draft={draft} chat={chat} />}>
              {draft.picture === null ? null : <ChatPicture picture={draft.picture} />}
              {draft.text}
            </Bubble>
          ))}
        </ol>
      </div>
    </>
  );
}

/** Whether this is the first shown message of an earlier conversation. */
function startsEarlier(
  messages: readonly WireChatMessage[],
  index: number,
  newestId: number | undefined,
): boolean {
  const message = messages[index];
  return message?.case_id !== newestId && messages[index - 1]?.case_id !== message?.case_id;
}

function Bubble({
  side,
  foot,
  children,
}: {
  readonly side: WireChatMessage['side'];
  readonly foot: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('chat');
  return (
    <li className={cx(styles['message'], styles[side])}>
      <span className="visually-hidden">{t(side === 'customer' ? 'you' : 'support')}</span>
      <div className={styles['bubble']}>{children}</div>
      <div className="quiet text-12">{foot}</div>
    </li>
  );
}

function DraftFoot({ draft, chat }: { readonly draft: Draft; readonly chat: Chat }) {
  const { t } = useTranslation('chat');
  if (draft.state === 'sending') return t('sending');
  return (
    <span className={styles['failed']} role="alert">
      <span>{draft.problem === '' ? t('failed') : draft.problem}</span>
      <Button tone="plain" size="small" onClick={() => chat.retry(draft)}>
        {t('retry')}
      </Button>
      <Button tone="plain" size="small" onClick={() => chat.drop(draft)}>
        {t('drop')}
      </Button>
    </span>
  );
}

function Older({ load }: { readonly load: () => Promise<void> }) {
  const { t } = useTranslation('chat');
  const more = async (): Promise<void> => {
    // Keeps the scroll position, measured from the end, which does not move.
    const fromEnd = document.documentElement.scrollHeight - window.scrollY;
    await load();
    requestAnimationFrame(() => window.scrollTo(0, document.documentElement.scrollHeight - fromEnd));
  };
  const { busy, submit } = useSubmit(more, { onFailed: showRefusal });
  return (
    <Button tone="quiet" size="small" className={styles['older']} busy={busy} onClick={() => void submit()}>
      {t('older')}
    </Button>
  );
}
