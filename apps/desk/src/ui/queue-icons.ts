import type { DeskInput } from '@tallystick/protocol/desk';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  Coins,
  LifeBuoy,
  MessageSquareText,
  ShieldAlert,
  type LucideIcon,
} from 'lucide-react';

export type QueueName = DeskInput<'GET desk/queue'>['queue'];

export const QUEUE_ICONS: Readonly<Record<QueueName, LucideIcon>> = {
  identity: BadgeCheck,
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  custody: Coins,
  compliance: ShieldAlert,
  recovery: LifeBuoy,
  ticket: LifeBuoy,
  feedback: MessageSquareText,
};
