import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { Problem } from '#ui/states.tsx';
import { toast } from '#ui/toast.tsx';
import { arePasswordsDifferent, PasswordFields } from './password-fields.tsx';

const EMPTY = { old: '', fresh: '', repeat: '' };

export function PasswordForm() {
  const [typed, setTyped] = useState(EMPTY);
  const change = useMutation({
    mutationFn: () =>
      callDesk('POST desk/password', {
        old_password: typed.old,
        password: typed.fresh,
        re_password: typed.repeat,
      }),
    onSuccess: () => {
      setTyped(EMPTY);
      toast(t('account.changed'));
    },
  });
  const differ = arePasswordsDifferent(typed);
  return (
    <Form busy={differ || change.isPending} onSend={change.mutate}>
      <PasswordFields typed={typed} onChange={setTyped} />
      <Problem error={change.error} />
      <div className="row">
        <Button type="submit" tone="main" busy={change.isPending} disabled={differ}>
          {t('account.change')}
        </Button>
      </div>
    </Form>
  );
}
