import { useMutation } from '@tanstack/react-query';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Area } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Problem } from '#ui/states.tsx';

/** `text`: the draft. The page holds it, so that it survives a look at another tab. */
export function Notes({
  customerId,
  notes,
  text,
  onText: setText,
}: {
  readonly customerId: number;
  readonly notes: DeskOutput<'GET desk/customer'>['notes'];
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  const add = useMutation({
    mutationFn: () => callDesk('POST desk/customer_note', { customer_id: customerId, text: text.trim() }),
    onSuccess: () => {
      setText('');
      return queryClient.invalidateQueries({ queryKey: ['GET desk/customer'] });
    },
  });
  return (
    <div className="stack">
      <Form busy={add.isPending} onSend={add.mutate}>
        <Area
          label={t('customers.addNote')}
          help={t('customers.noteHelp')}
          rows={2}
          maxLength={500}
          required
          value={text}
          onChange={setText}
        />
        <Problem error={add.error} />
        <div className="row">
          <Button type="submit" tone="main" busy={add.isPending} disabled={text.trim() === ''}>
            {t('customers.saveNote')}
          </Button>
        </div>
      </Form>
      <ul className="stack">
        {notes.map(note => (
          <li key={note.id}>
            <p>{note.text}</p>
            <small className="quiet">
              {note.operator} · {dateTime(note.at_ms)}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
