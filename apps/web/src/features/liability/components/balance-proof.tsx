import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { contradicted, keepRoots, keptRoots } from '#lib/kept-roots.ts';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';
import { serverClock } from '#lib/server-clock.ts';
import { useSession } from '#lib/session.ts';
import { keepNames, keptNames, keptShown } from '#lib/shown-balances.ts';
import { Card } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDate } from '#ui/format.ts';
import { Checks } from '#ui/report/checks.tsx';
import { ProofActions } from '#ui/report/proof-actions.tsx';
import { Verdict, type VerdictLook } from '#ui/report/verdict.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import {
  balanceProofQuery,
  evidenceQuery,
  pointsQuery,
  type BalanceProof,
  type ListedPoint,
} from '../api/liability.ts';
import { checkProof } from '../model/check.ts';
import { describeProof } from '../model/describe.ts';
import { absenceOf, standingOf, type LogView, type Standing } from '../model/standing.ts';
import { OwnBalance } from './own-balance.tsx';
import { OwnBeside } from './own-beside.tsx';
import { Published } from './published.tsx';
import styles from './liability.module.css';

const NO_POINTS: readonly ListedPoint[] = [];

/** A point's record, as the proof has it. */
export interface ProvenRecord {
  readonly point: number;
  readonly number: number;
}

/** What the customer was owed at an audit point, checked on this device. */
export function BalanceProofView({
  point,
  onPoint,
  trust,
  logState,
  renderBeside,
}: {
  /** Undefined: the newest. */
  readonly point: number | undefined;
  readonly onPoint: (point: number) => void;
  /** What this device trusts of the public log, and how that compares with what is shown now. */
  readonly trust: PublicLogTrust | null;
  readonly logState: LogView['state'];
  /** Beside what is owed; null: nothing is proven here. */
  readonly renderBeside: (record: ProvenRecord | null) => ReactNode;
}) {
  const { t } = useTranslation('liability');
  const points = useQuery(pointsQuery);
  const listed = points.data?.points ?? NO_POINTS;
  const kept = listed.filter(one => one.kept || one.point === point);
  const chosen = point ?? kept[0]?.point;
  const handed = useQuery(balanceProofQuery(chosen));
  const evidence = useQuery(evidenceQuery(handed.data?.record.number, trust));
  // Before anything of this visit is kept: the same list and proof would only agree with themselves.
  const [earlier] = useState(keptRoots);
  const fork = useFork(listed);
  const proof = useMemo(
    () => handed.data && { ...handed.data, log: evidence.data ?? null },
    [handed.data, evidence.data],
  );
  const failed = [points, handed, evidence].find(({ error }) => error !== null);
  if (failed !== undefined) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
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
      {proof === undefined ? <Working /> : null}
      {proof === null && chosen !== undefined ? (
        <Absent absence={absenceOf(chosen, listed, serverClock.now())} />
      ) : null}
      {proof ? (
        <Checked
          key={chosen}
          proof={proof}
          trust={trust}
          earlier={earlier}
          listed={listed}
          log={{ state: logState, isForked: fork !== null }}
          renderBeside={renderBeside}
        />
      ) : (
        renderBeside(null)
      )}
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

/** There is no proof: because it is too old, or although it should be there. */
function Absent({ absence }: { readonly absence: ReturnType<typeof absenceOf> }) {
  const { t } = useTranslation('liability');
  return (
    <div data-verdict={absence}>
      <Verdict look={absence === 'withheld' ? 'wrong' : 'waiting'} title={t(absence)}>
        {t(`${absence}Text`)}
      </Verdict>
    </div>
  );
}

const LOOKS = {
  right: 'right',
  wrong: 'wrong',
  forked: 'wrong',
  nothing: 'waiting',
  waiting: 'waiting',
  differs: 'waiting',
} as const satisfies Record<Standing, VerdictLook>;

/** Title and text of a standing. */
function useWords(standing: Standing, { record, statements }: BalanceProof, isFirst: boolean) {
  const { t } = useTranslation('liability');
  if (standing === 'wrong') return [t('wrong'), t('wrongText')] as const;
  if (standing === 'forked') return [t('wrong'), t('forkedText')] as const;
  const values = {
    time: formatDate(record.body.at_ms),
    currencies: statements.map(({ currency }) => currency).join(', '),
  };
  const text = t(`${standing}Text`, values);
  const isNoted = standing === 'right' && isFirst;
  const title = standing === 'nothing' ? t('owedNothing') : t(standing);
  return [title, isNoted ? `${text} ${t('firstVisit')}` : text] as const;
}

function Checked({
  proof,
  trust,
  earlier,
  listed,
  log,
  renderBeside,
}: {
  readonly proof: BalanceProof;
  readonly trust: PublicLogTrust | null;
  readonly earlier: Readonly<Record<string, string>>;
  readonly listed: readonly ListedPoint[];
  readonly log: LogView;
  readonly renderBeside: (record: ProvenRecord | null) => ReactNode;
}) {
  const { t } = useTranslation('liability');
  const { t: ofReports } = useTranslation(['prices', 'option']);
  const user = useSession()?.user;
  const checked = useMemo(() => {
    const current = [user?.email, user?.phone].filter(name => typeof name === 'string');
    if (user !== undefined) keepNames(user.id, current);
    const names = [...current, ...(user === undefined ? [] : keptNames(user.id))];
    const kept = user === undefined ? [] : keptShown(user.id);
    return checkProof(proof, { names, kept, trust, earlier, listed });
  }, [proof, user, trust, earlier, listed]);
  const described = useMemo(() => describeProof(t, ofReports, checked), [t, ofReports, checked]);
  const { record } = proof;
  const standing = standingOf(checked, proof, log);
  const look = LOOKS[standing];
  const [title, text] = useWords(standing, proof, trust?.comparedAtMs === null);
  return (
    <div className="stack-4 cols-1" data-verdict={look === 'waiting' ? standing : look}>
      <Verdict
        look={look}
        title={title}
        note={ofReports('verdict.took', { ms: String(Math.ceil(checked.tookMs)) })}
      >
        {text}
      </Verdict>
      <OwnBalance statements={proof.statements} />
      <OwnBeside />
      <Checks described={described} />
      <Published record={record} hash={checked.hash} />
      <ProofActions name={`balance-${record.body.point}`} proof={proof} />
      {renderBeside({ point: record.body.point, number: record.number })}
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
