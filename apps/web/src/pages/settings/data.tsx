import { useEffect, useRef, useState } from 'react';
import { CloseSheet } from '#features/own-data/close-sheet.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { download } from '#lib/download.ts';
import { saveFile } from '#lib/save-file.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Page as Frame } from '#ui/page.tsx';
import { showRefusal } from '#ui/toast.ts';

/** All that is kept about the customer, as a file; and the end of the account. */
export function Page() {
  const { t } = useTranslation('account');
  const [closing, setClosing] = useState(false);
  const running = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    running.current = abort;
    return () => abort.abort();
  }, []);
  const { busy, submit } = useSubmit(
    async () => {
      const { signal } = running.current;
      saveFile(await download('GET user/own_data', {}, { signal, onBytes: () => undefined }));
    },
    { onFailed: showRefusal },
  );
  return (
    <Frame title={t('data.title')} width="narrow">
      <div className="stack-4">
        <Card className="stack-3">
          <p className="soft">{t('data.lead')}</p>
          <Button block busy={busy} onClick={() => void submit()}>
            {t('data.take')}
          </Button>
          <p className="quiet text-12">{t('data.takeText')}</p>
        </Card>
        <Card className="stack-3">
          <h2 className="text-14 weight-600">{t('data.close')}</h2>
          <p className="soft">{t('data.closeText')}</p>
          <Button block tone="danger" onClick={() => setClosing(true)}>
            {t('data.close')}
          </Button>
        </Card>
      </div>
      {closing ? <CloseSheet onClose={() => setClosing(false)} /> : null}
    </Frame>
  );
}
