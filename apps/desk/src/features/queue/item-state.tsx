import type { DeskOutput } from '@tallystick/protocol/desk';
import { word } from '#i18n/texts.ts';
import { Badge } from '#ui/page.tsx';

/** Its state, and what is unusual about it. */
export function ItemState({
  item: { state, flags },
}: {
  readonly item: Pick<DeskOutput<'GET desk/queue'>['items'][number], 'state' | 'flags'>;
}) {
  return (
    <div className="row">
      <Badge>{word('queueStates', state)}</Badge>
      {flags.map(flag => (
        <Badge key={flag} tone="warn">
          {word('queueFlags', flag)}
        </Badge>
      ))}
    </div>
  );
}
