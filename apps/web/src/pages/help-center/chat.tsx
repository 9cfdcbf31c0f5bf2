import { ChatPage } from '#features/chat/components/chat-page.tsx';
import { shrinkPicture } from '#features/pictures/model/shrink.ts';
import { useSession } from '#lib/session.ts';

export function Page() {
  // Another customer, or none, has another conversation.
  return <ChatPage key={useSession()?.token ?? ''} prepare={shrinkPicture} />;
}
