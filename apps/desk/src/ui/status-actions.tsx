import { t } from '#i18n/texts.ts';
import { useMe } from '#lib/use-desk.ts';
import { Button } from './button.tsx';

/** What an operator may do with a market or contract of this status: change its terms, stop it, let it go on. */
export function StatusActions({
  status,
  onEdit,
  onStop,
  onResume,
  onProlong,
}: {
  readonly status: 'open' | 'cancel_only' | 'halted';
  readonly onEdit: () => void;
  readonly onStop: (status: 'cancel_only' | 'halted') => void;
  readonly onResume: () => void;
  readonly onProlong: () => void;
}) {
  const { may } = useMe();
  return (
    <div className="row row-end">
      {may('market.propose') ? (
        <Button small onClick={onEdit}>
          {t('markets.edit')}
        </Button>
      ) : null}
      {may('market.stop') && status === 'open' ? (
        <Button small onClick={() => onStop('cancel_only')}>
          {t('markets.cancelOnly')}
        </Button>
      ) : null}
      {may('market.stop') && status !== 'halted' ? (
        <Button small tone="danger" onClick={() => onStop('halted')}>
          {t('markets.halt')}
        </Button>
      ) : null}
      {may('market.resume_propose') && status !== 'open' ? (
        <Button small onClick={onProlong}>
          {t('markets.prolong')}
        </Button>
      ) : null}
      {may('market.resume_propose') && status !== 'open' ? (
        <Button small onClick={onResume}>
          {t('markets.resume')}
        </Button>
      ) : null}
    </div>
  );
}
