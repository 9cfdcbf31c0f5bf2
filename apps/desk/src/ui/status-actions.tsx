import { t } from '#i18n/texts.ts';
import { RightButton } from './button.tsx';

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
  return (
    <div className="row row-end">
      <RightButton right="market.propose" small onClick={onEdit}>
        {t('markets.edit')}
      </RightButton>
      {status === 'open' ? (
        <RightButton right="market.stop" small onClick={() => onStop('cancel_only')}>
          {t('markets.cancelOnly')}
        </RightButton>
      ) : null}
      {status === 'halted' ? null : (
        <RightButton right="market.stop" small tone="danger" onClick={() => onStop('halted')}>
          {t('markets.halt')}
        </RightButton>
      )}
      {status === 'open' ? null : (
        <>
          <RightButton right="market.resume_propose" small onClick={onProlong}>
            {t('markets.prolong')}
          </RightButton>
          <RightButton right="market.resume_propose" small onClick={onResume}>
            {t('markets.resume')}
          </RightButton>
        </>
      )}
    </div>
  );
}
