import { useMutation } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime } from '#lib/format.ts';
import { useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/page.tsx';
import { Loaded, Problem } from '#ui/states.tsx';
import { Answer } from './answer.tsx';
import { nameOf } from './chat-list.tsx';
import { HandOver } from './hand-over.tsx';
import { useTyping } from './live.ts';
import { ChatPicture } from './picture.tsx';
import { inOrder, type Thread } from './thread.ts';
import { addNews, loadEarlier, useThread } from './use-thread.ts';

/** One conversation: its messages and notes, and the possible actions. */
export function Conversation({
  caseId,
  writing,
}: {
  readonly caseId: number;
  readonly writing: (caseId: number) => void;
}) {
  const query = useThread(caseId);
  return (
    <Card>
      <Loaded query={query}>{thread => <Shown thread={thread} writing={writing} />}</Loaded>
    </Card>
  );
}

function Shown({ thread, writing }: { readonly thread: Thread; readonly writing: (caseId: number) => void }) {
  const { case: one } = thread;
  const isTyping = useTyping(one.case_id);
  useReading(thread);
  return (
    <div className="chat-case">
      <header className="card-head">
        <div className="row">
          <Link to="/chats" className="icon-button" aria-label={t('actions.back')}>
            <ArrowLeft size={18} />
          </Link>
          <h2>{nameOf(one)}</h2>
        </div>
        <Deeds thread={thread} />
      </header>
      <Log thread={thread} />
      <output className="quiet chat-typing">{isTyping ? t('chats.typing') : null}</output>
      {one.state === 'closed' ? (
        <p className="quiet">{t('chats.closedText')}</p>
      ) : (
        <Answer key={one.case_id} one={one} writing={() => writing(one.case_id)} />
      )}
    </div>
  );
}

/** A box that scrolls must be reachable by keyboard. */
const REACHABLE = { tabIndex: 0 };

/** Messages that one operator has seen count as read for the whole desk. */
function useReading({ case: one }: Thread): void {
  const { may } = useMe();
  const isAllowed = may('chat.answer');
  const { case_id: caseId, last_seq: seq, unread } = one;
  useEffect(() => {
    if (unread === 0 || !isAllowed || document.visibilityState !== 'visible') return;
    const read = async (): Promise<void> => {
      const changed = await callDesk('POST desk/chat_read', { case_id: caseId, seq });
      addNews({ case: changed, messages: [], notes: [] });
    };
    // It stays unread; the next message tries again.
    read().catch(() => undefined);
  }, [caseId, seq, unread, isAllowed]);
}

function Log({ thread }: { readonly thread: Thread }) {
  const { case: one, messages } = thread;
  const box = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.seq ?? 0;
  const shown = useRef(-1);
  const earlier = useMutation({ mutationFn: () => loadEarlier(thread) });
  useLayoutEffect(() => {
    if (shown.current === newest) return;
    shown.current = newest;
    const { current } = box;
    if (current !== null) current.scrollTop = current.scrollHeight;
  }, [newest]);
  return (
    <div className="chat-log" ref={box} role="log" aria-label={t('chats.messages')} {...REACHABLE}>
      {(messages[0]?.seq ?? 1) > 1 ? (
        <Button small busy={earlier.isPending} onClick={() => earlier.mutate()}>
          {t('chats.earlier')}
        </Button>
      ) : null}
      <Problem error={earlier.error} />
      {inOrder(thread).map(entry =>
        entry.kind === 'note' ? (
          <div key={`note-${entry.note.id}`} className="chat-entry chat-note">
            <strong>{t('chats.noteBy', { who: entry.note.operator })}</strong>
            <p>{entry.note.text}</p>
            <small className="quiet">{dateTime(entry.note.at_ms)}</small>
          </div>
        ) : (
          <div key={entry.message.seq} className={`chat-entry chat-${entry.message.side}`}>
            {entry.message.picture === null ? null : (
              <ChatPicture caseId={one.case_id} pictureId={entry.message.picture.picture_id} />
            )}
            <p>{entry.message.text}</p>
            <small className="quiet">
              {entry.message.operator ?? t('chats.customer')} · {dateTime(entry.message.at_ms)}
              {entry.message.side === 'operator' && entry.message.seq <= one.customer_read_seq
                ? ` · ${t('chats.read')}`
                : null}
            </small>
          </div>
        ),
      )}
    </div>
  );
}

function Deeds({ thread: { case: one } }: { readonly thread: Thread }) {
  const { me, may } = useMe();
  const [handing, setHanding] = useState(false);
  const act = useMutation({
    mutationFn: (what: 'take' | 'close') =>
      callDesk(what === 'take' ? 'POST desk/chat_take' : 'POST desk/chat_close', { case_id: one.case_id }),
    onSuccess: changed => addNews({ case: changed, messages: [], notes: [] }),
  });
  if (one.state === 'closed' || !may('chat.answer')) return null;
  const isMine = one.operator?.id === me?.operator.id;
  return (
    <div className="row">
      {one.operator === null ? (
        <Button small tone="main" busy={act.isPending} onClick={() => act.mutate('take')}>
          {t('chats.take')}
        </Button>
      ) : (
        <span className="quiet">{isMine ? t('chats.mine') : t('chats.of', { who: one.operator.name })}</span>
      )}
      <Button small onClick={() => setHanding(true)}>
        {t('chats.handOver')}
      </Button>
      <Button small tone="danger" busy={act.isPending} onClick={() => act.mutate('close')}>
        {t('chats.close')}
      </Button>
      <Problem error={act.error} />
      {handing ? <HandOver caseId={one.case_id} onClose={() => setHanding(false)} /> : null}
    </div>
  );
}
