import type { Permission } from '@tallystick/protocol/desk/roles';
import {
  Activity,
  BellRing,
  BookText,
  Bug,
  ChartCandlestick,
  CheckCheck,
  LayoutDashboard,
  Clock,
  Coins,
  FileDiff,
  Flame,
  Gift,
  HeartHandshake,
  Landmark,
  Mail,
  MessagesSquare,
  Megaphone,
  BookOpenText,
  Rocket,
  Scale,
  PiggyBank,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Timer,
  UserCog,
  Vault,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { TextKey } from '#i18n/texts.ts';
import { QUEUE_ICONS, type QueueName } from '#ui/queue-icons.ts';

export interface NavItem {
  readonly path: string;
  readonly title: TextKey;
  readonly icon: LucideIcon;
  readonly right: Permission;
  /** Not in live. */
  readonly demo?: true;
}

export interface NavGroup {
  readonly title: TextKey;
  readonly items: readonly NavItem[];
}

export const NAV: readonly NavGroup[] = [
  {
    title: 'nav.work',
    items: [
      { path: '/', title: 'nav.overview', icon: LayoutDashboard, right: 'proposal.read' },
      { path: '/alerts', title: 'nav.alerts', icon: BellRing, right: 'alert.read' },
      { path: '/approvals', title: 'nav.approvals', icon: CheckCheck, right: 'proposal.read' },
      { path: '/customers', title: 'nav.customers', icon: Users, right: 'customer.read' },
      { path: '/chats', title: 'nav.chats', icon: MessagesSquare, right: 'chat.read' },
    ],
  },
  {
    title: 'nav.exchange',
    items: [
      { path: '/markets', title: 'nav.markets', icon: ChartCandlestick, right: 'market.read' },
      { path: '/contracts', title: 'nav.contracts', icon: Flame, right: 'market.read' },
      { path: '/options', title: 'nav.options', icon: Timer, right: 'option.read' },
      { path: '/trust', title: 'nav.trust', icon: Vault, right: 'trust.read' },
      { path: '/launches', title: 'nav.launches', icon: Rocket, right: 'launch.read' },
      { path: '/custody', title: 'nav.custody', icon: Coins, right: 'custody.read' },
      { path: '/reserves', title: 'nav.reserves', icon: ShieldCheck, right: 'reserves.read' },
      { path: '/house', title: 'nav.house', icon: Landmark, right: 'house.read' },
      { path: '/referral', title: 'nav.referral', icon: Gift, right: 'referral.read' },
      { path: '/corrections', title: 'nav.corrections', icon: HeartHandshake, right: 'correction.read' },
      { path: '/settings', title: 'nav.settings', icon: SlidersHorizontal, right: 'setting.read' },
      { path: '/notices', title: 'nav.notices', icon: Megaphone, right: 'notice.read' },
      { path: '/articles', title: 'nav.articles', icon: BookOpenText, right: 'article.read' },
    ],
  },
  {
    title: 'nav.oversight',
    items: [
      { path: '/solvency', title: 'nav.solvency', icon: Scale, right: 'solvency.read' },
      { path: '/books', title: 'nav.books', icon: BookText, right: 'books.read' },
      { path: '/reconciliation', title: 'nav.reconciliation', icon: FileDiff, right: 'reconciliation.read' },
      { path: '/profit', title: 'nav.profit', icon: PiggyBank, right: 'books.read' },
      { path: '/audit', title: 'nav.audit', icon: ScrollText, right: 'audit.read' },
      { path: '/incidents', title: 'nav.incidents', icon: Activity, right: 'status.read' },
      { path: '/errors', title: 'nav.errors', icon: Bug, right: 'error.read' },
      { path: '/outbox', title: 'nav.outbox', icon: Mail, right: 'outbox.read' },
      { path: '/clock', title: 'nav.clock', icon: Clock, right: 'clock.advance', demo: true },
      { path: '/operators', title: 'nav.operators', icon: UserCog, right: 'operator.read' },
    ],
  },
];

/** The page to which a path belongs, and the right it needs; null for pages open to everyone, such as one's own account. */
export function entryOf(pathname: string): Pick<NavItem, 'title' | 'right'> | null {
  const [, first = '', second = ''] = pathname.split('/');
  if (first === 'queues') {
    const queue = (Object.keys(QUEUE_ICONS) as QueueName[]).find(name => name === second);
    return queue === undefined
      ? null
      : { title: `queues.${queue}`, right: queue === 'feedback' ? 'ticket.read' : `${queue}.read` };
  }
  return NAV.flatMap(group => group.items).find(item => item.path === `/${first}`) ?? null;
}
