import { ChatPage } from '#features/chat/components/chat-page.tsx';
import { shrinkPicture } from '#features/pictures/model/shrink.ts';
import { useSession } from '#lib/session.ts';

export function Page() {
  // Each session has its own conversation.
  return <ChatPage key={useSession()?.token ?? ''} prepare={shrinkPicture} />;
}
