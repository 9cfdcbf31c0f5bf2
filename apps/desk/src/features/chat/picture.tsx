import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Loaded } from '#ui/states.tsx';

/** Loaded only on request, because the audit log records each look at a customer's picture. */
export function ChatPicture({ caseId, pictureId }: { readonly caseId: number; readonly pictureId: number }) {
  const [asked, setAsked] = useState(false);
  const read = useQuery({
    queryKey: ['GET desk/chat_picture', caseId, pictureId],
    queryFn: ({ signal }) =>
      callDesk('GET desk/chat_picture', { case_id: caseId, picture_id: pictureId }, signal),
    enabled: asked,
    staleTime: 'static',
  });
  if (!asked) {
    return (
      <Button small onClick={() => setAsked(true)}>
        {t('chats.showPicture')}
      </Button>
    );
  }
  return (
    <Loaded query={read}>
      {({ content_type: type, base64 }) => (
        <img className="chat-picture" src={`data:${type};base64,${base64}`} alt={t('chats.picture')} />
      )}
    </Loaded>
  );
}
