import { Droplets } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useAppConfig } from '#lib/app-config.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { ApiError } from '#lib/errors.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSession } from '#lib/session.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDecimal, formatList } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import { Skeleton } from '#ui/states.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';
import { claimFaucet, FAUCET_KEY, useFaucet, type FaucetState } from '../api/use-wallet.ts';
import styles from './faucet-card.module.css';

function amountsText(credits: FaucetState['credits']): string {
  return formatList(credits.map(({ currency, amount }) => `${formatDecimal(amount)} ${currency}`));
}

/** Reserves the card's height while loading, so that nothing below it moves. */
function Waiting() {
  return (
    <div className={cx(styles['card'], 'raised')}>
      <Skeleton width={40} height={40} radius={12} />
      <div className="grow stack-tight">
        <Skeleton width={120} height={14} />
        <Skeleton width={170} height={11} />
      </div>
    </div>
  );
}

// Identified by its day: tomorrow's claim is another one.
const claiming = defineIdempotentCall('POST wallet/faucet', (_claim: { nextAtMs: number | null }, key) =>
  claimFaucet(key),
);

/** The demo's play money: amounts, the button, and the time until the next claim. */
export function FaucetCard() {
  const { t } = useTranslation('wallet');
  const session = useSession();
  const config = useAppConfig();
  const hasFaucet = config?.faucet ?? false;
  const { data } = useFaucet(hasFaucet);
  const seconds = useCountdown(data?.next_at_ms ?? undefined);
  const { busy, submit } = useSubmit(claiming, {
    onDone: ({ credits }) => showToast(t('faucet.done', { amounts: amountsText(credits) }), 'good'),
    onFailed(error) {
      showRefusal(error);
      // Claimed on another device meanwhile: shows the time of the next claim.
      if (error instanceof ApiError && error.code === 'faucet_too_soon') {
        void queryClient.invalidateQueries({ queryKey: FAUCET_KEY });
      }
    },
  });

  // A frozen account cannot claim; the strip above every page says why.
  if (!session || session.user.frozen || config?.faucet === false) return null;
  if (!data) return <Waiting />;
  const ready = seconds === 0;
  return (
    <section className={cx(styles['card'], 'raised', ready && styles['ready'])}>
      <span className={styles['disc']} aria-hidden="true">
        <Droplets size={20} strokeWidth={1.8} />
      </span>
      <div className="grow stack-tight">
        <h2 className="text-14 leading-20">
          {ready ? t('faucet.title') : t('faucet.next', { time: formatDuration(seconds * 1000) })}
        </h2>
        <p className={styles['text']}>{ready ? amountsText(data.credits) : t('faucet.nextText')}</p>
      </div>
      {ready ? (
        <Button
          size="small"
          busy={busy}
          onClick={() => void submit({ nextAtMs: data.next_at_ms })}
          className={styles['button']}
        >
          {t('faucet.claim')}
        </Button>
      ) : null}
    </section>
  );
}
