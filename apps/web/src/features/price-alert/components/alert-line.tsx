import { Pencil, Trash2 } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { formatAmount, formatDate } from '#ui/format.ts';
import { showRefusal, showToast } from '#ui/toast.ts';
import { deleteAlert, type PriceAlert } from '../api/calls.ts';
import styles from './price-alert.module.css';

function useSentence({ kind, direction, value }: PriceAlert): string {
  const { t } = useTranslation('notification');
  const shown = formatAmount(value);
  if (kind === 'level') return t(`alert.says.level${direction === 'up' ? 'Up' : 'Down'}`, { value: shown });
  return t(`alert.says.${kind}`, { value: value.startsWith('-') ? shown : `+${shown}` });
}

/** One alert: its condition and state, with buttons to change and delete it. */
export function AlertLine({ alert, onEdit }: { readonly alert: PriceAlert; readonly onEdit: () => void }) {
  const { t } = useTranslation('notification');
  const client = useQueryClient();
  const sentence = useSentence(alert);
  const remove = () => {
    deleteAlert(client, alert.id).then(() => showToast(t('alert.deleted'), 'good'), showRefusal);
  };
  return (
    <li className={styles['line']}>
      <span className={styles['main']}>
        <span className="weight-600">{alert.symbol}</span>
        <span>{sentence}</span>
        <span className="quiet text-12">
          {[
            t(`alert.state.${alert.state}`),
            ...(alert.repeating ? [t('alert.repeat')] : []),
            ...(alert.fired_at_ms === null
              ? []
              : [t('alert.firedAt', { time: formatDate(alert.fired_at_ms, 'dayMinute') })]),
          ].join(' · ')}
        </span>
      </span>
      <IconButton label={`${t('alert.edit')}: ${alert.symbol} ${sentence}`} onClick={onEdit}>
        <Pencil size={17} />
      </IconButton>
      <IconButton label={`${t('alert.delete')}: ${alert.symbol} ${sentence}`} onClick={remove}>
        <Trash2 size={17} />
      </IconButton>
    </li>
  );
}
