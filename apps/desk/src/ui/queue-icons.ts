import type { DeskInput } from '@tallystick/protocol/desk';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  Coins,
  Landmark,
  LifeBuoy,
  MessageSquareText,
  type LucideIcon,
} from 'lucide-react';

export type QueueName = DeskInput<'GET desk/queue'>['queue'];

export const QUEUE_ICONS: Readonly<Record<QueueName, LucideIcon>> = {
  identity: BadgeCheck,
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  custody: Coins,
  reconciliation: Landmark,
  recovery: LifeBuoy,
  ticket: LifeBuoy,
  feedback: MessageSquareText,
};
