import { useMutation } from '@tanstack/react-query';
import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { grouped } from '#lib/format.ts';
import { whyNoSecond } from '#lib/second-person.ts';
import { queryClient } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Area, Choice, Field, Tick } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Card } from '#ui/page.tsx';
import { Problem } from '#ui/states.tsx';
import { toast } from '#ui/toast.tsx';

type Detail = DeskOutput<'GET desk/queue_item'>;
type Action = Detail['actions'][number];

const TONES = { good: 'main', bad: 'danger', plain: 'quiet' } as const;

/** The actions this operator may take on the item now, with their input fields. */
export function Decide({
  queue,
  detail,
}: {
  readonly queue: DeskInput<'POST desk/queue_decide'>['queue'];
  readonly detail: Detail;
}) {
  const { actions, item } = detail;
  const [chosen, setChosen] = useState<string | null>(null);
  if (actions.length === 0) return null;
  const action = actions.find(one => one.name === chosen);
  return (
    <Card>
      <div className="row">
        {actions.map(one => (
          <Button
            key={one.name}
            tone={TONES[one.tone]}
            disabled={one.blocked !== null}
            aria-pressed={one.name === chosen}
            onClick={() => setChosen(one.name)}
          >
            {word('queueActions', one.name)}
          </Button>
        ))}
        {actions
          .filter(one => one.blocked !== null)
          .map(one => (
            <span key={one.name} className="quiet">
              {whyBlocked(one)}
            </span>
          ))}
      </div>
      {action === undefined ? null : (
        <ActionForm
          key={action.name}
          queue={queue}
          item={item}
          action={action}
          onDone={() => setChosen(null)}
        />
      )}
    </Card>
  );
}

/** Texts to or about the customer already state the reason. */
function isLetter({ inputs, needs_reason: needsReason }: Action): boolean {
  return !needsReason && inputs.some(({ long }) => long === true);
}

/** Of a compliance case the customer reads only what they are asked. */
function reasonHelp(queue: string, action: string) {
  return queue === 'compliance' && action !== 'ask' ? 'queues.reasonInside' : 'queues.reasonHelp';
}

function whyBlocked({ blocked, blocked_until_ms: untilMs }: Action): string {
  if (blocked === 'second_person_waiting' || blocked === 'second_person_related') {
    return whyNoSecond(blocked, untilMs ?? null);
  }
  return word('queueBlocked', blocked ?? '');
}

function ActionForm({
  queue,
  item,
  action,
  onDone,
}: {
  readonly queue: DeskInput<'POST desk/queue_decide'>['queue'];
  readonly item: Detail['item'];
  readonly action: Action;
  readonly onDone: () => void;
}) {
  const [reason, setReason] = useState('');
  const [inputs, setInputs] = useState(() =>
    Object.fromEntries(action.inputs.map(input => [input.name, input.value])),
  );
  const [choices, setChoices] = useState<readonly string[]>([]);
  const decide = useMutation({
    mutationFn: () =>
      callDesk('POST desk/queue_decide', {
        queue,
        id: item.id,
        action: action.name,
        reason: reason.trim(),
        inputs,
        choices: [...choices],
      }),
    onSuccess: async ({ item: after }) => {
      // Approved by one of two, so it still waits.
      const isHalf = (action.name === 'approve' || action.name === 'clear') && after.state === item.state;
      toast(t(isHalf ? 'queues.secondNeeded' : 'queues.decided'));
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Form
      aria-label={word('queueActions', action.name)}
      busy={decide.isPending}
      // `onSuccess` per call: the answer to a form that was left must not close the next one.
      onSend={() => decide.mutate(undefined, { onSuccess: onDone })}
    >
      {item.amount === null ? null : (
        <p>
          {t('queues.concerns', {
            amount: `${grouped(item.amount)} ${item.currency ?? ''}`,
            customer: `${item.customer_id} · ${item.customer}`,
          })}
        </p>
      )}
      {action.inputs.map(({ name, required, options, long }) =>
        long === true ? (
          <Area
            key={name}
            label={word('fields', name)}
            rows={6}
            maxLength={4_000}
            required={required}
            value={inputs[name] ?? ''}
            onChange={typed => setInputs({ ...inputs, [name]: typed })}
          />
        ) : options === undefined ? (
          <Field
            key={name}
            label={word('fields', name)}
            value={inputs[name] ?? ''}
            required={required}
            onChange={typed => setInputs({ ...inputs, [name]: typed })}
          />
        ) : (
          <Choice
            key={name}
            label={word('fields', name)}
            value={inputs[name] ?? ''}
            options={[
              { value: '', label: t('queues.choose') },
              ...options.map(option => ({ value: option, label: word('queueOptions', option) })),
            ]}
            onChange={value => setInputs({ ...inputs, [name]: value })}
          />
        ),
      )}
      {action.choices.length === 0 ? null : (
        <fieldset>
          <legend className="quiet">{t('queues.choices')}</legend>
          {action.choices.map(choice => (
            <Tick
              key={choice}
              label={word('fields', choice)}
              checked={choices.includes(choice)}
              onChange={on => setChoices(on ? [...choices, choice] : choices.filter(one => one !== choice))}
            />
          ))}
        </fieldset>
      )}
      {isLetter(action) ? null : (
        <Area
          label={t('queues.reason')}
          {...(action.needs_reason ? { help: t(reasonHelp(queue, action.name)) } : {})}
          rows={2}
          maxLength={500}
          required={action.needs_reason}
          value={reason}
          onChange={setReason}
        />
      )}
      <Problem error={decide.error} />
      <div className="row row-end">
        <Button onClick={onDone}>{t('actions.cancel')}</Button>
        <Button type="submit" tone={TONES[action.tone]} busy={decide.isPending}>
          {word('queueActions', action.name)}
        </Button>
      </div>
    </Form>
  );
}
