import { ImagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { TICKET_PICTURES } from '../model/limits.ts';
import type { Draft, DraftAction } from '../model/message.ts';

/** Renders one upload. `dispatch` is stable between renders. */
export type RenderPicture = (
  place: number,
  label: string,
  dispatch: (action: DraftAction) => void,
) => ReactNode;

/** Slots for pictures, and a button that adds one. */
export function PicturesPart({
  draft,
  dispatch,
  renderPicture,
}: {
  readonly draft: Draft;
  readonly dispatch: (action: DraftAction) => void;
  readonly renderPicture: RenderPicture;
}) {
  const { t } = useTranslation('help');
  const places = draft.pictures.map((_, place) => place);
  return (
    <div className="stack-2 cols-1">
      {places.map(place => (
        <div key={place}>{renderPicture(place, t('ticket.picture', { number: place + 1 }), dispatch)}</div>
      ))}
      {places.length < TICKET_PICTURES ? (
        <div>
          <Button
            size="small"
            tone="quiet"
            icon={<ImagePlus size={16} aria-hidden="true" />}
            onClick={() => dispatch({ type: 'morePictures' })}
          >
            {t('ticket.another')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
