import { useMutation } from '@tanstack/react-query';
import type { WireDeskChatCase } from '@tallystick/protocol/desk/chat-socket';
import { ImagePlus } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Area, Choice, Tabs } from '#ui/field.tsx';
import { Problem } from '#ui/states.tsx';
import { sendAnswer } from './send-answer.ts';
import { addNews } from './use-thread.ts';

const TYPING_EVERY_MS = 2_000;
const LONGEST = 2_000;

/** Where an operator writes: an answer to the customer, or a note to colleagues. */
export function Answer({ one, writing }: { readonly one: WireDeskChatCase; readonly writing: () => void }) {
  const { me, may } = useMe();
  const [kind, setKind] = useState('answer');
  const [text, setText] = useState('');
  const [picture, setPicture] = useState<File | null>(null);
  const typingSentAtMs = useRef(0);
  const isNote = kind === 'note';
  const isOthers = one.operator !== null && one.operator.id !== me?.operator.id;
  const send = useMutation({
    mutationFn: async (written: string) => {
      if (isNote) {
        const note = await callDesk('POST desk/chat_note', { case_id: one.case_id, text: written });
        return addNews({ case: one, messages: [], notes: [note] });
      }
      const answered = await sendAnswer(me?.operator.id ?? 0, one.case_id, written, picture);
      return addNews({ case: answered.case, messages: [answered.message], notes: [] });
    },
    onSuccess() {
      setText('');
      if (!isNote) setPicture(null);
      // The message was sent: the next key press reports typing again.
      typingSentAtMs.current = 0;
    },
  });
  if (!may('chat.answer')) return null;
  const isEmpty = text.trim() === '' && (isNote || picture === null);
  const isBlocked = isEmpty || (isOthers && !isNote);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!send.isPending && !isBlocked) send.mutate(text.trim());
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="row row-bottom">
        <Tabs
          label={t('chats.kind')}
          value={kind}
          options={[
            { value: 'answer', label: t('chats.answer') },
            { value: 'note', label: t('chats.note') },
          ]}
          onChange={setKind}
        />
        {isNote ? null : <TemplateChoice language={one.language} onChosen={setText} />}
      </div>
      <Area
        label={t(isNote ? 'chats.noteLabel' : 'chats.answerLabel')}
        rows={3}
        maxLength={LONGEST}
        value={text}
        onKeyDown={event => {
          const isSending = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
          if (isSending) submit(event);
        }}
        onChange={typed => {
          setText(typed);
          const nowMs = Date.now();
          if (isNote || nowMs - typingSentAtMs.current < TYPING_EVERY_MS) return;
          typingSentAtMs.current = nowMs;
          writing();
        }}
      />
      <Problem error={send.error} />
      <div className="row row-end">
        {isNote ? null : <PictureChoice picture={picture} onChosen={setPicture} />}
        {isOthers && !isNote ? (
          <span className="quiet">{t('chats.othersText', { who: one.operator?.name ?? '' })}</span>
        ) : null}
        <Button type="submit" tone="main" busy={send.isPending} disabled={isBlocked}>
          {t(isNote ? 'chats.saveNote' : 'chats.send')}
        </Button>
      </div>
    </form>
  );
}

/** A picture to go with the answer. */
function PictureChoice({
  picture,
  onChosen,
}: {
  readonly picture: File | null;
  readonly onChosen: (picture: File | null) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('chats.attach')}
        onChange={event => {
          onChosen(event.target.files?.[0] ?? null);
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
      {picture === null ? (
        <Button onClick={() => input.current?.click()}>
          <ImagePlus size={16} aria-hidden="true" /> {t('chats.attach')}
        </Button>
      ) : (
        <>
          <span className="quiet chat-file">
            {t('chats.attached')}: {picture.name}
          </span>
          <Button small onClick={() => onChosen(null)}>
            {t('chats.detach')}
          </Button>
        </>
      )}
    </>
  );
}

/** Templates that have a text in the customer's language, or otherwise in English. */
function TemplateChoice({
  language,
  onChosen,
}: {
  readonly language: WireDeskChatCase['language'];
  readonly onChosen: (text: string) => void;
}) {
  const templates = useDesk('GET desk/chat_templates', {}, { everyMs: 60_000 });
  const usable = (templates.data?.items ?? []).flatMap(({ id, title, texts }) => {
    const text = texts[language] ?? texts.en;
    return text === undefined ? [] : [{ id, title, text }];
  });
  if (usable.length === 0) return null;
  return (
    <Choice
      label={t('chats.template')}
      value=""
      options={[
        { value: '', label: t('chats.choose') },
        ...usable.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      onChange={value => {
        const chosen = usable.find(({ id }) => String(id) === value);
        if (chosen !== undefined) onChosen(chosen.text);
      }}
    />
  );
}
