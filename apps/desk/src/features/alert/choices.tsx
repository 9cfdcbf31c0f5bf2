import { useMutation } from '@tanstack/react-query';
import type { DeskInput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Tick } from '#ui/field.tsx';
import { Card } from '#ui/page.tsx';
import { Loaded, Problem } from '#ui/states.tsx';

/** Which alerts come to the operator's own mailbox. */
export function Choices() {
  const choices = useDesk('GET desk/alert_choices', {}, { everyMs: false });
  const choose = useMutation({
    mutationFn: (choice: DeskInput<'POST desk/alert_choose'>) => callDesk('POST desk/alert_choose', choice),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['GET desk/alert_choices'] }),
  });
  return (
    <Card title={t('alerts.mine')}>
      <p className="quiet">{t('alerts.mineText')}</p>
      <Loaded query={choices}>
        {({ items, has_mailbox: hasMailbox }) => (
          <>
            {hasMailbox ? null : <p className="bad">{t('alerts.noMailbox')}</p>}
            <div className="stack">
              {items.map(({ kind, mail }) => (
                <Tick
                  key={kind}
                  label={word('alertKinds', kind)}
                  checked={mail}
                  disabled={choose.isPending}
                  onChange={next => choose.mutate({ kind, mail: next })}
                />
              ))}
            </div>
          </>
        )}
      </Loaded>
      <Problem error={choose.error} />
    </Card>
  );
}
