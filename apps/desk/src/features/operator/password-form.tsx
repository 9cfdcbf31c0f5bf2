import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Problem } from '#ui/states.tsx';
import { toast } from '#ui/toast.tsx';

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
  const differ = typed.repeat !== '' && typed.repeat !== typed.fresh;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!differ && !change.isPending) change.mutate();
  };
  return (
    <form className="stack" onSubmit={send}>
      {(['old', 'fresh', 'repeat'] as const).map(field => (
        <Field
          key={field}
          label={t(`account.${field}`)}
          type="password"
          autoComplete={field === 'old' ? 'current-password' : 'new-password'}
          required
          value={typed[field]}
          onChange={event => setTyped({ ...typed, [field]: event.target.value })}
        />
      ))}
      {differ ? <p className="bad">{t('account.differ')}</p> : null}
      <Problem error={change.error} />
      <div className="row">
        <Button type="submit" tone="main" busy={change.isPending} disabled={differ}>
          {t('account.change')}
        </Button>
      </div>
    </form>
  );
}
