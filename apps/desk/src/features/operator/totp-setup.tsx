import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Problem } from '#ui/states.tsx';

/** Password first, then the secret as a picture and as text, then the first code. */
export function TotpSetup({ again }: { readonly again?: boolean }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useMutation({ mutationFn: () => callDesk('POST desk/totp_begin', { password }) });
  const confirm = useMutation({
    mutationFn: () => callDesk('POST desk/totp_confirm', { code }),
    onSuccess: async () => {
      begin.reset();
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Form onSend={begin.data === undefined ? begin.mutate : confirm.mutate}>
      {begin.data === undefined ? (
        <Field
          label={t('login.password')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
        />
      ) : (
        <>
          <TotpSecret {...begin.data} />
          <Field
            label={t('account.enter')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            value={code}
            onChange={setCode}
          />
        </>
      )}
      <Problem error={begin.data === undefined ? begin.error : confirm.error} />
      <div className="row">
        <Button type="submit" tone="main" busy={begin.isPending || confirm.isPending}>
          {begin.data === undefined
            ? t(again === true ? 'account.again' : 'account.begin')
            : t('account.confirm')}
        </Button>
      </div>
    </Form>
  );
}

/** For the authenticator app: as a picture, and as text. */
export function TotpSecret({ uri, secret }: { readonly uri: string; readonly secret: string }) {
  return (
    <>
      <p>{t('account.scan')}</p>
      <QrCode text={uri} />
      <p>
        {t('account.key')} <span className="mono">{secret}</span>
      </p>
    </>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const svg = renderSVG(text, { border: 2 });
  return (
    <img
      className="qr"
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={t('account.qr')}
      width={200}
    />
  );
}
