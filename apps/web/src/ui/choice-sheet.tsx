import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { List, Row } from './card.tsx';
import { Sheet } from './sheet.tsx';

/** For the eye only; screen readers use the pressed state. */
const chosenMark = { value: <Check size={18} className="accent" aria-hidden="true" /> };

/** A choice of the order form, each with a sentence that explains it. */
export function ChoiceSheet<Value extends string>({
  open,
  title,
  choices,
  chosen,
  onChoose,
  onClose,
  footer,
  children,
}: {
  readonly open: boolean;
  readonly title: string;
  readonly choices: readonly { readonly value: Value; readonly title: string; readonly detail: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly onClose: () => void;
  /** Without it, a choice is made by pressing it. */
  readonly footer?: ReactNode;
  /** What belongs to the choice. */
  readonly children?: ReactNode;
}) {
  return (
    <Sheet open={open} onClose={onClose} title={title} footer={footer}>
      <List>
        {choices.map(({ value, title: name, detail }) => (
          <Row
            key={value}
            title={name}
            detail={detail}
            selected={value === chosen}
            {...(value === chosen ? chosenMark : {})}
            onClick={() => onChoose(value)}
          />
        ))}
      </List>
      {children}
    </Sheet>
  );
}
