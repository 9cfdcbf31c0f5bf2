import type { WireDeskChatCase } from '@tallystick/protocol/desk/chat-socket';
import { LANGUAGE_NAMES } from '@tallystick/protocol/languages';
import { memo } from 'react';
import { Link } from 'react-router';
import { t } from '#i18n/texts.ts';
import { Badge } from '#ui/page.tsx';
import { useTyping } from './live.ts';
import { ageText } from './times.ts';

/** Open or closed conversations. There may be hundreds, so only changed rows are drawn again. */
export function ChatList({
  cases,
  openId,
  nowMs,
}: {
  readonly cases: readonly WireDeskChatCase[];
  readonly openId: number | null;
  readonly nowMs: number;
}) {
  if (cases.length === 0) return <p className="empty">{t('chats.none')}</p>;
  return (
    <ul className="chat-list" aria-label={t('chats.list')}>
      {cases.map(one => (
        <Row
          key={one.case_id}
          one={one}
          here={one.case_id === openId}
          waited={one.waiting_since_ms === null ? '' : ageText(nowMs - one.waiting_since_ms)}
        />
      ))}
    </ul>
  );
}

const Row = memo(function Row({
  one,
  here,
  waited,
}: {
  readonly one: WireDeskChatCase;
  readonly here: boolean;
  readonly waited: string;
}) {
  const isTyping = useTyping(one.case_id);
  const who = one.operator?.name ?? (one.role === null ? null : t(`roles.${one.role}`));
  return (
    <li>
      <Link to={`/chats/${one.case_id}`} aria-current={here ? 'true' : undefined}>
        <span className="chat-who">
          <strong>{nameOf(one)}</strong>
          {one.unread > 0 ? <Badge tone="warn">{t('chats.unread', { count: one.unread })}</Badge> : null}
        </span>
        <span className="quiet">
          {LANGUAGE_NAMES[one.language].name} · {who ?? t('chats.nobody')}
        </span>
        <span className={waited === '' ? 'quiet' : 'chat-waits'}>
          {isTyping ? t('chats.typing') : stateOf(one, waited)}
        </span>
      </Link>
    </li>
  );
});

function stateOf(one: WireDeskChatCase, waited: string): string {
  if (one.state === 'closed') {
    return one.stars === null ? t('chats.closed') : t('chats.rated', { stars: one.stars });
  }
  return waited === '' ? t('chats.answered') : t('chats.waits', { time: waited });
}

/** The name of the other side. */
export function nameOf(one: WireDeskChatCase): string {
  return one.customer_id === null
    ? t('chats.visitor', { id: one.case_id })
    : `${one.nickname ?? ''} · ${one.customer_id}`;
}
