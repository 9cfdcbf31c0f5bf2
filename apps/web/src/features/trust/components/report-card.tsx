import { useState } from 'react';
import { USDT } from '@tallystick/protocol/currency-ids';
import { loginHref, paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { useSettings } from '#lib/settings.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { formatAmount, formatDecimal, signOf } from '#ui/format.ts';
import { Chips } from '#ui/segmented.tsx';
import { Skeleton } from '#ui/states.tsx';
import { useTrustReport } from '../api/trust.ts';
import styles from './report-card.module.css';

const MASK = '••••';
/** The card of one currency. */
const SKELETON = 158;

/** Deposited, paid and promised amounts, one currency at a time. */
export function ReportCard() {
  const { t } = useTranslation('trust');
  const isCustomer = useSession() !== undefined;
  const { hideBalances } = useSettings();
  const { data, error } = useTrustReport();
  const [chosen, setChosen] = useState<string>();
  if (!isCustomer) {
    return (
      <Card className={styles['visitor']}>
        <p>{t('overview.visitor')}</p>
        <ButtonLink size="small" to={loginHref(paths.trust.path)}>
          {t('overview.login')}
        </ButtonLink>
      </Card>
    );
  }
  if (!data && !error) return <Skeleton height={SKELETON} radius={14} />;
  // A dash while unknown; the list below shows the error.
  const none = data === undefined ? undefined : '0';
  const lines = data?.items ?? [];
  const line =
    lines.find(({ currency }) => currency.code === chosen) ??
    lines.find(({ currency }) => currency.id === USDT) ??
    lines[0];
  const code = line?.currency.code ?? 'USDT';
  const shown = (value: string | undefined) => (hideBalances ? MASK : formatAmount(value ?? none));
  const gained = (value: string | undefined) =>
    hideBalances ? MASK : formatDecimal(value ?? none, { sign: 'always', minDecimals: 2 });
  return (
    <Card className="stack-3 cols-1">
      {lines.length > 1 ? (
        <Chips
          label={t('overview.currency')}
          value={code}
          choices={lines.map(({ currency }) => ({ value: currency.code, label: currency.code }))}
          onChange={setChosen}
        />
      ) : null}
      <div>
        <div className="quiet text-12">{t('overview.invested')}</div>
        <div className="figure">
          {shown(line?.invested)} <span className="soft text-14 weight-400">{code}</span>
        </div>
      </div>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('overview.yesterday')}</dt>
          <dd className={signOf(line?.yesterday) === 1 ? 'up' : undefined}>{gained(line?.yesterday)}</dd>
        </div>
        <div>
          <dt>{t('overview.accumulated')}</dt>
          <dd className={signOf(line?.accumulated) === 1 ? 'up' : undefined}>{gained(line?.accumulated)}</dd>
        </div>
        <div>
          <dt>{t('overview.expected')}</dt>
          <dd>{shown(line?.expected)}</dd>
        </div>
      </dl>
    </Card>
  );
}
