import { Download, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { saveFile } from '#lib/save-file.ts';
import { shareFile } from '#lib/share-file.ts';
import { Button } from '#ui/button.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import styles from './report.module.css';

/** The stand-alone verifier, served beside the app. */
const VERIFIER = 'tallystick-verify.mjs';

/** Saves or shares the checked proof as a file, and explains how to check it without this exchange. */
export function ProofActions({
  name,
  proof,
  children,
}: {
  /** Part of the file's name, e.g. `option-7`. */
  readonly name: string;
  readonly proof: unknown;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('prices');
  const fileName = `tallystick-proof-${name}.json`;
  const file = () =>
    new File([`${JSON.stringify(proof, undefined, 1)}\n`], fileName, { type: 'application/json' });
  const share = async () => {
    // If sharing failed, the file is saved instead.
    if ((await shareFile(file(), { title: fileName })) === 'failed') saveFile(file());
  };
  return (
    <>
      <div className={styles['actions']}>
        <Button
          tone="quiet"
          icon={<Download size={18} aria-hidden="true" />}
          onClick={() => saveFile(file())}
        >
          {t('actions.download')}
        </Button>
        <Button tone="quiet" icon={<Share2 size={18} aria-hidden="true" />} onClick={() => void share()}>
          {t('actions.share')}
        </Button>
      </div>
      {children}
      <CopyBox label={t('own')} text={`node ${VERIFIER} ${fileName}`} />
      <a className="quiet-link" href={`${import.meta.env.BASE_URL}${VERIFIER}`} download>
        <Download size={16} aria-hidden="true" /> {VERIFIER}
      </a>
    </>
  );
}
