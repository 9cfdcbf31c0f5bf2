import { useQuery } from '@tanstack/react-query';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type { WireDeskChatCase } from '@tallystick/protocol/desk/chat-socket';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { wholeOf } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { useMe } from '#lib/use-desk.ts';
import { RightButton } from '#ui/button.tsx';
import { Tabs } from '#ui/field.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Beside } from '../features/chat/beside.tsx';
import '../features/chat/chat.css';
import { ChatList } from '../features/chat/chat-list.tsx';
import { Conversation } from '../features/chat/conversation.tsx';
import { ChatFigures } from '../features/chat/figures.tsx';
import { useLive } from '../features/chat/live.ts';
import { Templates } from '../features/chat/templates.tsx';
import { withCase } from '../features/chat/thread.ts';
import { addNews, useThread } from '../features/chat/use-thread.ts';

type Listed = DeskOutput<'GET desk/chats'>;
const VIEWS = ['open', 'mine', 'closed'] as const;
type View = (typeof VIEWS)[number];

/** Ages are shown in minutes, mostly. */
const CLOCK_MS = 5_000;
const CLOSED_SHOWN = 100;

/** The support queue: waiting customers, one conversation, and details of its customer. */
export function ChatsPage() {
  const { id = '' } = useParams();
  const openId = wholeOf(id);
  const [view, setView] = useState<View>('open');
  const [editing, setEditing] = useState(false);
  const { connected, writing } = useLive({
    changed(news) {
      patchList(news.case);
      addNews(news);
    },
    up: () => void queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => isChat(name) }),
  });
  return (
    <Page
      title={t('nav.chats')}
      actions={
        <>
          {connected ? null : <Badge tone="bad">{t('chats.offline')}</Badge>}
          <RightButton right="chat.template" onClick={() => setEditing(true)}>
            {t('chats.templates')}
          </RightButton>
        </>
      }
    >
      <div className={openId === null ? undefined : 'chats-aside'}>
        <ChatFigures />
      </div>
      <div className={openId === null ? 'chats' : 'chats chats-one'}>
        <section className="chats-list">
          <Card>
            <Tabs
              label={t('chats.list')}
              value={view}
              options={VIEWS.map(value => ({ value, label: t(`chats.views.${value}`) }))}
              onChange={setView}
            />
            <List view={view} openId={openId} />
          </Card>
        </section>
        {openId === null ? null : (
          <>
            <Conversation key={openId} caseId={openId} writing={writing} />
            <BesideOf caseId={openId} />
          </>
        )}
      </div>
      {editing ? <Templates onClose={() => setEditing(false)} /> : null}
    </Page>
  );
}

const OPEN_KEY = ['GET desk/chats', { view: 'open' }] as const;

function isChat(name: unknown): boolean {
  return typeof name === 'string' && /^GET desk\/chats?$/.test(name);
}

function patchList(changed: WireDeskChatCase): void {
  queryClient.setQueryData<Listed>(OPEN_KEY, known =>
    known === undefined ? known : { ...known, items: [...withCase(known.items, changed)] },
  );
}

function List({ view, openId }: { readonly view: View; readonly openId: number | null }) {
  const { me } = useMe();
  const nowMs = useNow();
  const isClosed = view === 'closed';
  const listed = useQuery({
    queryKey: isClosed ? ['GET desk/chats', { view: 'closed' }] : OPEN_KEY,
    queryFn: ({ signal }) =>
      callDesk('GET desk/chats', isClosed ? { view, limit: CLOSED_SHOWN } : { view: 'open' }, signal),
    // The socket brings changes; this catches those it may have lost.
    refetchInterval: 60_000,
  });
  return (
    <Loaded query={listed}>
      {({ items }) => (
        <ChatList
          cases={view === 'mine' ? items.filter(one => one.operator?.id === me?.operator.id) : items}
          openId={openId}
          nowMs={nowMs}
        />
      )}
    </Loaded>
  );
}

function BesideOf({ caseId }: { readonly caseId: number }) {
  const { data } = useThread(caseId);
  return data === undefined ? null : <Beside one={data.case} />;
}

function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), CLOCK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return nowMs;
}
