import { useQuery } from '@tanstack/react-query';
import type { DeskInput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Loaded } from '#ui/states.tsx';

/** Loaded only on request, because the audit log records each look at a customer's document. */
export function Picture({
  queue,
  id,
  picture,
}: {
  readonly queue: DeskInput<'GET desk/queue_picture'>['queue'];
  readonly id: number;
  readonly picture: { readonly id: number; readonly label: string };
}) {
  const [asked, setAsked] = useState(false);
  const read = useQuery({
    queryKey: ['GET desk/queue_picture', queue, id, picture.id],
    queryFn: ({ signal }) =>
      callDesk('GET desk/queue_picture', { queue, id, picture_id: picture.id }, signal),
    enabled: asked,
    // Never refetched with other data: the audit log would record a look that nobody took.
    staleTime: 'static',
  });
  const label = word('fields', picture.label);
  if (!asked) {
    return (
      <Button onClick={() => setAsked(true)}>
        {t('queues.show')}: {label}
      </Button>
    );
  }
  return (
    <Loaded query={read}>
      {({ content_type: type, base64 }) => (
        <figure className="picture">
          <img src={`data:${type};base64,${base64}`} alt={label} />
          <figcaption className="quiet">{label}</figcaption>
        </figure>
      )}
    </Loaded>
  );
}
