import type pg from 'pg';
import type { Feed } from '../../feed/feed.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Allowances } from '../account/allowances.ts';
import type { SealedPictures } from '../pictures/sealed-pictures.ts';
import { AuditLog } from '../../audit-log/audit-log.ts';
import { ViewAudit } from '../../queue/view-audit.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import { VISITORS_KEPT_MS } from './bounds.ts';
import { findCase } from './cases.ts';
import { ChatPictures } from './chat-pictures.ts';
import { CustomerChat } from './customer-chat.ts';
import { DeskChat } from './desk-chat.ts';
import { forgetVisitorCases } from './forget.ts';
import { ChatHub } from './hub.ts';
import { Messages } from './messages.ts';
import { listNotes } from './notes.ts';
import { Templates } from './templates.ts';

export interface ChatOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly sealedPictures: SealedPictures;
  readonly allowances: Allowances;
  readonly settings: PlatformSettings;
  readonly feed: Feed;
  readonly now: () => number;
}

export type Chat = ReturnType<typeof createChat>;

/** Live chat: see docs/decisions/0055. */
export function createChat(options: ChatOptions) {
  const { pool, vault, sealedPictures, allowances, settings, feed, now } = options;
  const hub = new ChatHub();
  const messages = new Messages(vault);
  const pictures = new ChatPictures({ pool, sealedPictures, allowances, now });
  const audit = new AuditLog(now);
  const viewAudit = new ViewAudit({ pool, audit, now });
  const desk = new DeskChat({ pool, messages, pictures, hub, feed, audit, viewAudit, now });
  return {
    pool,
    now,
    hub,
    customer: new CustomerChat({ pool, vault, allowances, settings, messages, pictures, hub, now }),
    desk,
    templates: new Templates({ pool, audit, now }),
    /** Another process has changed a conversation: its new messages by place, its new notes by id. */
    async changedElsewhere(caseId: number, places: readonly number[], noteIds: readonly number[]) {
      const changed = await findCase(pool, caseId);
      if (changed === null) return;
      const range = { afterSeq: Math.min(...places) - 1, limit: places.length };
      const { items } = places.length === 0 ? { items: [] } : await messages.list(pool, caseId, range);
      const notes = noteIds.length === 0 ? [] : await listNotes(pool, caseId);
      hub.changed({ case: changed, messages: items, notes: notes.filter(({ id }) => noteIds.includes(id)) });
    },
    async forgetOld() {
      await pictures.forgetOld();
      await desk.closeSilent();
      await forgetVisitorCases(pool, now() - VISITORS_KEPT_MS);
    },
  };
}
