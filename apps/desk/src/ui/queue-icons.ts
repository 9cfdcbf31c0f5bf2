import type { DeskInput } from '@tallystick/protocol/desk';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  Coins,
  Landmark,
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
  reconciliation: Landmark,
  compliance: ShieldAlert,
  recovery: LifeBuoy,
  ticket: LifeBuoy,
  feedback: MessageSquareText,
};
