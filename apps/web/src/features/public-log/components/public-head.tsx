import { Download, ScrollText, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { Button } from '#ui/button.tsx';
import { Card, List, Row } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDecimal } from '#ui/format.ts';
import { formatAge } from '#ui/format-time.ts';
import { Skeleton } from '#ui/states.tsx';
import styles from './public-log.module.css';
import type { PublicWatch } from './use-public-watch.ts';

/** The newest head of the public log, who has signed it, and how it compares with what this device has seen. */
export function PublicHeadCard({ watch }: { readonly watch: PublicWatch }) {
  const { t } = useTranslation('records');
  const nowMs = useServerNow(1000);
  const { shown, state, cosigned, trust, newest } = watch;
  if (shown === undefined) return <Skeleton height={180} radius={14} />;
  const { witnesses, need } = shown.head;
  const isSigned = shown.head.newest !== null;
  if (state === 'alarm') return <Alarm watch={watch} />;
  const all = trust?.witnesses.length ?? witnesses.length;
  const wanted = trust?.need ?? need;
  const compared = trust?.comparedAtMs ?? null;
  const words =
    state === 'checking' || state === 'waiting' || compared === null
      ? t(`state.${state === 'same' ? 'first' : state}`)
      : t('state.same', { age: formatAge(compared, nowMs) });
  return (
    <Card className={styles['part']} data-public-log={state}>
      <div className="flex-2 between wrap">
        <h2 className={styles['heading']}>
          <ScrollText size={18} aria-hidden="true" /> {t('title')}
        </h2>
        {all === 0 ? null : (
          <span className={styles['state']} data-enough={cosigned >= wanted}>
            {t('cosigned', { count: cosigned, all })}
          </span>
        )}
      </div>
      <b className={styles['size']}>{newest === null ? '—' : formatDecimal(String(newest.size))}</b>
      <span className={styles['quiet']}>
        {isSigned ? newest && t('signed', { age: formatAge(newest.atMs, nowMs) }) : t('none')}
      </span>
      {isSigned ? <p className={styles['text']}>{words}</p> : null}
      {all === 0 ? <p className={styles['quiet']}>{t('noWitnesses')}</p> : null}
    </Card>
  );
}

function Alarm({ watch }: { readonly watch: PublicWatch }) {
  const { t } = useTranslation(['records', 'prices']);
  const [asking, setAsking] = useState(false);
  const { problem, trust, shown, forget } = watch;
  return (
    <Card className={styles['part']} role="alert" data-alarm>
      <h2 className={styles['heading']}>
        <ShieldAlert size={18} aria-hidden="true" /> {t('prices:device.alarm')}
      </h2>
      <p className={styles['text']}>{t(`prices:problem.${problem as 'not_consistent'}`)}</p>
      <p className={styles['text']}>{t('prices:device.alarmText')}</p>
      <CopyBox label={t('prices:device.before')} text={trust?.note ?? ''} />
      <CopyBox label={t('prices:device.now')} text={shown?.head.newest?.note ?? ''} />
      <Button tone="quiet" size="small" onClick={() => setAsking(true)}>
        {t('prices:device.forget')}
      </Button>
      <Confirm
        open={asking}
        title={t('prices:device.forget')}
        confirmLabel={t('prices:device.forget')}
        tone="danger"
        onConfirm={() => {
          setAsking(false);
          forget();
        }}
        onClose={() => setAsking(false)}
      >
        {t('prices:device.forgetText')}
      </Confirm>
    </Card>
  );
}

/** The witnesses, and how far each has signed. */
export function WitnessList({ watch }: { readonly watch: PublicWatch }) {
  const { t } = useTranslation('records');
  const nowMs = useServerNow(1000);
  const { shown, trust } = watch;
  if (shown === undefined || shown.head.witnesses.length === 0) return null;
  const { witnesses, need } = shown.head;
  const known = trust?.witnesses ?? [];
  const isChanged =
    trust !== null && (need !== trust.need || known.join() !== witnesses.map(({ key }) => key).join());
  return (
    <section className={styles['part']}>
      <h2 className={styles['heading']}>{t('witnesses')}</h2>
      <p className={styles['text']}>{t('witnessesText', { need: trust?.need ?? need })}</p>
      {isChanged ? <output className={styles['text']}>{t('witnessesChanged')}</output> : null}
      <List label={t('witnesses')}>
        {witnesses.map(({ key, size, at_ms: atMs }) => (
          <Row
            key={key}
            title={<span className={styles['witness']}>{key.split('+')[0]}</span>}
            detail={<span className={styles['witness']}>{key}</span>}
            value={
              size === null || atMs === null
                ? t('witnessNever')
                : t('witnessSigned', { size: formatDecimal(String(size)), age: formatAge(atMs, nowMs) })
            }
          />
        ))}
      </List>
    </section>
  );
}

const MIRROR = 'tallystick-mirror.mjs';
const WITNESS = 'tallystick-witness.mjs';
const PROGRAMS = [MIRROR, WITNESS, 'tallystick-verify.mjs'];

/** How anybody keeps a copy of the log, and signs what they have seen. */
export function OwnPrograms() {
  const { t } = useTranslation('records');
  const log = `${location.origin}/tlog/public`;
  return (
    <section className={styles['part']}>
      <p className={styles['text']}>{t('own')}</p>
      <ul className={styles['programs']}>
        {PROGRAMS.map(program => (
          <li key={program}>
            <a className="quiet-link" href={`${import.meta.env.BASE_URL}${program}`} download>
              <Download size={16} aria-hidden="true" /> {program}
            </a>
          </li>
        ))}
      </ul>
      <CopyBox label={MIRROR} text={`node ${MIRROR} ${log} tallystick-log`} />
      <CopyBox
        label={WITNESS}
        text={`node ${WITNESS} --init witness.example/w1 --key-file witness.key --state witness.json`}
      />
    </section>
  );
}
