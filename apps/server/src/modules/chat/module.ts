import { defineModule } from '../../module/module.ts';
import { createChat, type ChatOptions } from './chat.ts';
import { registerChatCalls, registerChatDeskCalls } from './routes.ts';

/** Live chat. */
export function createLiveChat(options: ChatOptions & { readonly pictureLimitBytes: number }) {
  const chat = createChat(options);
  return defineModule({
    name: 'chat',
    chat,
    calls: register => registerChatCalls(register, chat, options.pictureLimitBytes),
    deskCalls: register => registerChatDeskCalls(register, chat, options.pictureLimitBytes),
    forgetOld: () => chat.forgetOld(),
  });
}
