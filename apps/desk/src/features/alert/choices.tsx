import { useMutation } from '@tanstack/react-query';
import type { DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Tick } from '#ui/field.tsx';
import { Card } from '#ui/page.tsx';
import { Loaded, Problem } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';

type Choice = DeskOutput<'GET desk/alert_choices'>['items'][number];
const WAYS = ['mail', 'push'] as const;

/** Which alerts an operator gets, and how: by mail, or by push in browsers where they turned it on. */
export function Choices() {
  const choices = useDesk('GET desk/alert_choices', {}, { everyMs: false });
  const choose = useMutation({
    mutationFn: (choice: DeskInput<'POST desk/alert_choose'>) => callDesk('POST desk/alert_choose', choice),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['GET desk/alert_choices'] }),
  });
  const columns: Column<Choice>[] = [
    { head: t('alerts.what'), render: ({ kind }) => word('alertKinds', kind) },
    ...WAYS.map(way => ({
      head: t(`alerts.${way}`),
      render: (choice: Choice) => (
        <Tick
          label={t(`alerts.${way}`)}
          checked={choice[way]}
          disabled={choose.isPending}
          onChange={next => choose.mutate({ kind: choice.kind, [way]: next })}
        />
      ),
    })),
  ];
  return (
    <Card title={t('alerts.mine')}>
      <p className="quiet">{t('alerts.mineText')}</p>
      <Loaded query={choices}>
        {({ items, has_mailbox: hasMailbox }) => (
          <>
            {hasMailbox ? null : <p className="bad">{t('alerts.noMailbox')}</p>}
            <Table label={t('alerts.mine')} columns={columns} rows={items} keyOf={({ kind }) => kind} />
          </>
        )}
      </Loaded>
      <Problem error={choose.error} />
    </Card>
  );
}
