import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Copy } from 'lucide-react';
import { paths } from '#app/paths.ts';
import { Page as Frame } from '#app/shell/page.tsx';
import { AccountHead } from '#features/account/components/account-head.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { callApi } from '#lib/api-client.ts';
import { copyText } from '#lib/copy.ts';
import { updateSessionUser, useSession } from '#lib/session.ts';
import { IconButton } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { ErrorState, SkeletonRows } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

/** Who the customer is to us, to read. */
export function Page() {
  const { t } = useTranslation(['settings', 'common']);
  const session = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['user/center'],
    queryFn: () => callApi('GET user/center', {}),
  });
  useEffect(() => {
    if (data) updateSessionUser(data);
  }, [data]);
  const user = data ?? session?.user;

  const copyButton = (text: string, label: string) => (
    <IconButton
      label={label}
      onClick={() => {
        void copyText(text).then(done =>
          showToast(t(done ? 'common:states.copied' : 'common:states.copyFailed'), done ? 'good' : 'bad'),
        );
      }}
    >
      <Copy size={16} />
    </IconButton>
  );

  return (
    <Frame title={t('account.title')} width="narrow">
      {error && !user ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {user ? (
        <>
          <AccountHead user={user} />
          <List>
            <Row title={t('account.nickname')} value={user.nickname} />
            <Row title={t('account.login')} value={user.account} />
            <Row
              title={t('account.id')}
              value={user.id}
              action={copyButton(String(user.id), t('account.copyId'))}
            />
            <Row
              title={t('account.invitation')}
              value={user.invitation_code}
              action={copyButton(user.invitation_code, t('account.copyInvitation'))}
            />
            <Row
              to={paths.verification.getHref()}
              title={t('account.verification')}
              value={t(`account.${user.verification}`)}
            />
            <Row title={t('account.since')} value={formatDate(user.created_at_ms, 'date')} />
          </List>
        </>
      ) : (
        <SkeletonRows count={5} />
      )}
    </Frame>
  );
}
