import { useMutation } from '@tanstack/react-query';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Problem } from '#ui/states.tsx';
import { toast } from '#ui/toast.tsx';
import { SEEN, type Alert } from './columns.tsx';

/** Who takes care of it, or the button to take it over. */
export function Acknowledge({ alert }: { readonly alert: Alert }) {
  const action = useMutation({
    mutationFn: () => callDesk('POST desk/alert_acknowledge', { id: alert.id }),
    onSuccess: () => {
      toast(t('alerts.acknowledged'));
      return queryClient.invalidateQueries();
    },
  });
  if (alert.acknowledged_by !== null) return <>{SEEN.render(alert)}</>;
  return (
    <>
      <Button small busy={action.isPending} onClick={() => action.mutate()}>
        {t('alerts.acknowledge')}
      </Button>
      <Problem error={action.error} />
    </>
  );
}
