import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { contradicted, keepRoots } from '#lib/kept-roots.ts';
import { useSession } from '#lib/session.ts';
import { keptShown } from '#lib/shown-balances.ts';
import { Card } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDate } from '#ui/format.ts';
import { Checks } from '#ui/report/checks.tsx';
import { ProofActions } from '#ui/report/proof-actions.tsx';
import { Verdict } from '#ui/report/verdict.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { balanceProofQuery, pointsQuery, type BalanceProof, type ListedPoint } from '../api/liability.ts';
import { checkProof } from '../model/check.ts';
import { describeProof } from '../model/describe.ts';
import { OwnBalance } from './own-balance.tsx';
import { OwnBeside } from './own-beside.tsx';
import { Published } from './published.tsx';
import styles from './liability.module.css';

const NO_POINTS: readonly ListedPoint[] = [];

/** What the customer was owed at an audit point, checked on this device. */
export function BalanceProofView({
  point,
  onPoint,
  children,
}: {
  /** Undefined: the newest. */
  readonly point: number | undefined;
  readonly onPoint: (point: number) => void;
  /** Beside what is owed. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('liability');
  const points = useQuery(pointsQuery);
  const listed = points.data?.points ?? NO_POINTS;
  const kept = listed.filter(one => one.kept || one.point === point);
  const chosen = point ?? kept[0]?.point;
  const proof = useQuery(balanceProofQuery(chosen));
  const fork = useFork(listed);
  const error = points.error ?? proof.error;
  if (error) {
    return (
      <ErrorState error={error} onRetry={() => void (points.error ? points.refetch() : proof.refetch())} />
    );
  }
  if (points.data !== undefined && chosen === undefined) {
    return (
      <Verdict look="waiting" title={t('none')}>
        {t('noneText')}
      </Verdict>
    );
  }
  return (
    <div className="stack-4 cols-1">
      {fork === null ? null : <Fork fork={fork} />}
      {kept.length > 1 && chosen !== undefined ? (
        <SelectField
          label={t('moment')}
          name="point"
          value={String(chosen)}
          onChange={value => onPoint(parseInt(value, 10))}
        >
          {kept.map(one => (
            <option key={one.point} value={one.point}>
              {formatDate(one.at_ms)}
            </option>
          ))}
        </SelectField>
      ) : null}
      {proof.data === undefined ? <Working /> : null}
      {proof.data === null ? (
        <Verdict look="waiting" title={t('gone')}>
          {t('goneText')}
        </Verdict>
      ) : null}
      {proof.data ? <Checked key={chosen} proof={proof.data} isForked={fork !== null} /> : null}
      {children}
      <Card className={styles['part']}>
        <h2 className={styles['heading']}>{t('limits')}</h2>
        <p className={styles['text']}>{t('limitsText')}</p>
      </Card>
    </div>
  );
}

function Working() {
  const { t } = useTranslation('liability');
  return (
    <>
      <Verdict look="working" title={t('working')}>
        {t('workingText')}
      </Verdict>
      <Skeleton height={120} radius={14} />
      <Skeleton height={320} radius={14} />
    </>
  );
}

/** On a fork nothing is green: a proof that leads to one of two roots proves nothing to the other's readers. */
function Checked({ proof, isForked }: { readonly proof: BalanceProof; readonly isForked: boolean }) {
  const { t } = useTranslation('liability');
  const { t: ofReports } = useTranslation(['prices', 'option']);
  const user = useSession()?.user;
  const checked = useMemo(() => {
    const names = [user?.email, user?.phone].filter(name => typeof name === 'string');
    return checkProof(proof, { names, kept: user === undefined ? [] : keptShown(user.id) });
  }, [proof, user]);
  const described = useMemo(() => describeProof(t, ofReports, checked), [t, ofReports, checked]);
  const { body } = proof.record;
  const fits = checked.report.verdict !== 'wrong';
  const isRight = fits && !isForked;
  return (
    <div className="stack-4 cols-1" data-verdict={isRight ? checked.report.verdict : 'wrong'}>
      <Verdict
        look={isRight ? 'right' : 'wrong'}
        title={isRight ? t('right') : t('wrong')}
        note={ofReports('verdict.took', { ms: String(Math.ceil(checked.tookMs)) })}
      >
        {isRight ? t('rightText', { time: formatDate(body.at_ms) }) : t(fits ? 'forkedText' : 'wrongText')}
      </Verdict>
      <OwnBalance statements={proof.statements} />
      <OwnBeside />
      <Checks described={described} />
      <Published record={proof.record} hash={checked.hash} />
      <ProofActions name={`balance-${body.point}`} proof={proof} />
    </div>
  );
}

type FoundFork = NonNullable<ReturnType<typeof contradicted>>;

/** Whether the exchange shows other roots than it did before, which only the device itself can know. */
function useFork(points: readonly ListedPoint[]): FoundFork | null {
  return useMemo(() => {
    const found = contradicted(points);
    keepRoots(points);
    return found;
  }, [points]);
}

function Fork({ fork }: { readonly fork: FoundFork }) {
  const { t } = useTranslation('liability');
  return (
    <Card className={styles['part']} role="alert" data-alarm>
      <h2 className={styles['heading']}>
        <ShieldAlert size={18} aria-hidden="true" /> {t('fork')}
      </h2>
      <p className={styles['text']}>{t('forkText', { point: String(fork.point) })}</p>
      <CopyBox label={t('before')} text={fork.before} />
      <CopyBox label={t('now')} text={fork.now} />
    </Card>
  );
}
