import { Download, FileText, Share2 } from 'lucide-react';
import { useMemo } from 'react';
import type { WireOptionProof } from '@tallystick/protocol/wire';
import type { Report } from '@tallystick/verify/report';
import { useTranslation } from '#i18n/use-translation.ts';
import { saveText } from '#lib/save-text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDecimal } from '#ui/format.ts';
import { ownCommand, pricesText, proofName, proofText, VERIFIER } from '../model/files.ts';
import { tell, type Told } from '../model/story.ts';
import { PricePathPicture } from './price-path.tsx';
import styles from './proof-report.module.css';
import { Story } from './story.tsx';
import { Verdict, type VerdictLook } from './verdict.tsx';

const JSON_TYPE = 'application/json';

function Limits({ unchecked }: Pick<Report, 'unchecked'>) {
  const { t } = useTranslation('proof');
  return (
    <Card className={styles['limits']}>
      <h2 className={styles['heading']}>{t('proves.title')}</h2>
      <ul className={styles['points']}>
        {(['terms', 'log', 'rule'] as const).map(point => (
          <li key={point}>{t(`proves.${point}`)}</li>
        ))}
      </ul>
      <h2 className={styles['heading']}>{t('proves.notTitle')}</h2>
      <p className={styles['not']}>{t('proves.not')}</p>
      {unchecked.includes('symbol') ? <p className={styles['not']}>{t('proves.notNames')}</p> : null}
      {unchecked.includes('settled_at_ms') ? <p className={styles['not']}>{t('proves.notTime')}</p> : null}
    </Card>
  );
}

function Actions({ proof }: { readonly proof: WireOptionProof }) {
  const { t } = useTranslation('proof');
  const name = proofName(proof);
  const save = () => saveText(name, proofText(proof), JSON_TYPE);
  const share = async () => {
    const file = new File([proofText(proof)], name, { type: JSON_TYPE });
    if (!navigator.canShare?.({ files: [file] })) return save();
    try {
      await navigator.share({ files: [file], title: name });
    } catch (error) {
      // Whoever closes the sheet of the phone has not asked for anything else.
      if (!(error instanceof DOMException && error.name === 'AbortError')) save();
    }
  };
  return (
    <>
      <div className={styles['actions']}>
        <Button tone="quiet" icon={<Download size={18} aria-hidden="true" />} onClick={save}>
          {t('actions.download')}
        </Button>
        <Button tone="quiet" icon={<Share2 size={18} aria-hidden="true" />} onClick={() => void share()}>
          {t('actions.share')}
        </Button>
      </div>
      <Button
        tone="plain"
        size="small"
        icon={<FileText size={16} aria-hidden="true" />}
        onClick={() =>
          saveText(`${name.replace('.json', '')}-prices.ndjson`, pricesText(proof), 'application/x-ndjson')
        }
      >
        {t('actions.prices')}
      </Button>
      <CopyBox label={t('own')} text={ownCommand(name)} />
      <a className="quiet-link" href={`${import.meta.env.BASE_URL}${VERIFIER}`} download>
        <Download size={16} aria-hidden="true" /> {VERIFIER}
      </a>
    </>
  );
}

/** A checked proof, told as a story, with what it is worth and how to check it elsewhere. */
export function ProofReport({
  proof,
  report,
  tookMs,
  promised = null,
  device,
}: {
  /** Null if it could not even be read as one. */
  readonly proof: WireOptionProof | null;
  readonly report: Report;
  readonly tookMs: number;
  /** What this device kept of the terms when it bought. */
  readonly promised?: string | null;
  /** What this device has to say of the log the proof is from; null: nothing yet. */
  readonly device: Told | null;
}) {
  const { t } = useTranslation(['proof', 'option']);
  const steps = useMemo(() => tell(t, report), [t, report]);
  const verdict = device?.state === 'failed' ? 'wrong' : report.verdict;
  const look: VerdictLook = verdict === 'unfinished' ? 'waiting' : verdict;
  const ticks = proof === null ? 0 : proof.log.range.ticks.length;
  const isChanged = report.steps.some(step => step.problem === 'terms_changed');
  const figures = (id: string) => report.steps.find(step => step.id === id)?.figures['price'];
  return (
    <div className={styles['parts']}>
      <Verdict
        look={look}
        title={t(`verdict.${verdict}`)}
        note={t('verdict.took', { ms: String(Math.ceil(tookMs)) })}
      >
        {t(`verdict.${verdict}Text`, { count: formatDecimal(String(ticks)) })}
      </Verdict>
      {proof === null || verdict === 'wrong' ? null : (
        <PricePathPicture
          proof={proof}
          label={t('chart', {
            entry: formatDecimal(String(figures('entry') ?? '')),
            exit: formatDecimal(String(figures('exit') ?? '')),
          })}
        />
      )}
      <Story steps={device === null ? steps : [...steps, device]} />
      {isChanged && promised ? <CopyBox label={t('promised')} text={promised} /> : null}
      {proof === null ? null : <Actions proof={proof} />}
      <Limits unchecked={report.unchecked} />
    </div>
  );
}
