import { Link, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { AgreementText } from '#features/agreement/components/agreement-text.tsx';
import styles from '#features/agreement/components/agreement-page.module.css';
import { acceptDocument, useDocument, type DocumentName } from '#features/law/api/calls.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { Chips } from '#ui/segmented.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';

const NAMES: readonly DocumentName[] = ['agreement', 'privacy', 'risk'];

/** Agreement, privacy and risks: every version to read, the one in force to accept. Open to visitors. */
export function Page() {
  const { t } = useTranslation(['law', 'identity']);
  const [query, setQuery] = useSearchParams();
  const isCustomer = useSession() !== undefined;
  const name = NAMES.find(one => one === query.get('document')) ?? 'agreement';
  const version = query.get('version') ?? undefined;
  const { data, error, refetch } = useDocument(name, version);
  const { busy, submit } = useSubmit(acceptDocument, {
    onDone: () => showToast(t('done'), 'good'),
    onFailed: showRefusal,
  });
  const isAsked = data?.asked === true && data.in_force;
  return (
    <Frame title={t('title')} width="narrow">
      <div className="stack-4">
        <Chips
          label={t('choose')}
          value={name}
          choices={NAMES.map(value => ({ value, label: t(`tabs.${value}`) }))}
          onChange={document => setQuery({ document }, { replace: true })}
        />
        {isAsked ? <p className={styles['changed']}>{t('asked')}</p> : null}
        {data && !data.in_force ? <p className={styles['changed']}>{t('earlier')}</p> : null}
        {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />}
        {data ? <AgreementText info={{ ...data, signed: null }} /> : null}
        {isAsked ? (
          <Button
            block
            busy={busy}
            onClick={() => void submit({ document: name, version: data.version, sha256: data.sha256 })}
          >
            {t('accept')}
          </Button>
        ) : null}
        {data?.accepted ? (
          <p className="quiet text-12">
            {t('accepted', {
              version: data.accepted.version,
              at: formatDate(data.accepted.accepted_at_ms, 'dateTime'),
            })}
          </p>
        ) : null}
        {name === 'agreement' && isCustomer ? (
          <Link className="quiet-link" to={paths.signContract.getHref()}>
            {t('sign')}
          </Link>
        ) : null}
        {data ? (
          <section>
            <h2 className={styles['part']}>{t('versions')}</h2>
            <List label={t('versions')}>
              {data.versions.map(one => (
                <Row
                  key={one.version}
                  to={paths.law.getHref({ document: name, version: one.version })}
                  title={one.version}
                  detail={one.changed ?? t('first')}
                />
              ))}
            </List>
          </section>
        ) : null}
      </div>
    </Frame>
  );
}
