import { useMutation } from '@tanstack/react-query';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { LANGUAGE_NAMES, LANGUAGES } from '@tallystick/protocol/languages';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Area, Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Loaded, Problem } from '#ui/states.tsx';

type Template = DeskOutput<'POST desk/chat_template'>;

/** The templates, to search, write and remove. */
export function Templates({ onClose }: { readonly onClose: () => void }) {
  const templates = useDesk('GET desk/chat_templates', {});
  const [edited, setEdited] = useState<Template | 'new' | null>(null);
  if (edited !== null) {
    return <Editor template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />;
  }
  return (
    <Dialog title={t('chats.templates')} onClose={onClose} wide>
      <p className="quiet">{t('chats.templatesText')}</p>
      <Loaded query={templates}>
        {({ items }) => (
          <ul className="stack">
            {items.map(template => (
              <li key={template.id} className="row">
                <span className="grow">
                  <strong>{template.title}</strong>{' '}
                  <span className="quiet">{Object.keys(template.texts).join(' ')}</span>
                </span>
                <Button small onClick={() => setEdited(template)}>
                  {t('actions.edit')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <div className="row row-end">
        <Button tone="main" onClick={() => setEdited('new')}>
          {t('chats.newTemplate')}
        </Button>
      </div>
    </Dialog>
  );
}

function Editor({ template, onClose }: { readonly template: Template | null; readonly onClose: () => void }) {
  const [title, setTitle] = useState(template?.title ?? '');
  const [texts, setTexts] = useState<Template['texts']>(template?.texts ?? {});
  const done = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: ['GET desk/chat_templates'] });
    onClose();
  };
  const save = useMutation({
    mutationFn: () =>
      callDesk('POST desk/chat_template', { ...(template && { id: template.id }), title, texts }),
    onSuccess: done,
  });
  const remove = useMutation({
    mutationFn: (id: number) => callDesk('POST desk/chat_template_remove', { id }),
    onSuccess: done,
  });
  const isEmpty = title.trim() === '' || !Object.values(texts).some(text => text.trim() !== '');
  return (
    <Dialog title={t('chats.template')} onClose={onClose} wide>
      <Form busy={save.isPending} onSend={save.mutate}>
        <Field label={t('chats.templateTitle')} maxLength={80} required value={title} onChange={setTitle} />
        <div className="grid-fields">
          {LANGUAGES.map(language => (
            <Area
              key={language}
              label={LANGUAGE_NAMES[language].name}
              maxLength={2_000}
              rows={3}
              value={texts[language] ?? ''}
              onChange={typed => setTexts({ ...texts, [language]: typed })}
            />
          ))}
        </div>
        <Problem error={save.error ?? remove.error} />
        <div className="row row-end">
          {template === null ? null : (
            <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate(template.id)}>
              {t('actions.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" tone="main" busy={save.isPending} disabled={isEmpty}>
            {t('actions.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
