import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { List, Row } from '#ui/card.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { Switch } from '#ui/switch.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';
import { ALERTS_KEY, alertsQuery, chooseAlerts } from '../api/perpetual.ts';

type Alerts = CallOutput<'GET lever/alerts'>;

const KINDS = ['near_liquidation', 'stop', 'liquidated', 'funding'] as const;

/** Chooses which position events are also sent by mail. Renders nothing for visitors. */
export function AlertChoices() {
  const { t } = useTranslation('perpetual');
  const client = useQueryClient();
  const isCustomer = useSession() !== undefined;
  const { data, error, refetch } = useQuery({ ...alertsQuery, enabled: isCustomer });
  const [saving, setSaving] = useState(false);
  if (!isCustomer) return null;
  if (error || !data)
    return <Pending error={error} onRetry={refetch} shape={<Skeleton height={216} radius={14} />} />;
  const choose = async (kind: (typeof KINDS)[number], wanted: boolean) => {
    if (saving) return;
    setSaving(true);
    const show = (next: Alerts) => client.setQueryData<Alerts>(ALERTS_KEY, next);
    // The switch moves at once, and back if the call fails.
    show({ mail: { ...data.mail, [kind]: wanted } });
    try {
      show(await chooseAlerts({ [kind]: wanted }));
      showToast(t('alerts.saved'), 'good');
    } catch (failure) {
      show(data);
      showRefusal(failure);
    } finally {
      setSaving(false);
    }
  };
  return (
    <List label={t('alerts.title')}>
      {KINDS.map(kind => (
        <Row
          key={kind}
          title={t(`alerts.${kind}`)}
          action={
            <Switch
              label={t(`alerts.${kind}`)}
              checked={data.mail[kind]}
              onChange={wanted => void choose(kind, wanted)}
            />
          }
        />
      ))}
    </List>
  );
}
