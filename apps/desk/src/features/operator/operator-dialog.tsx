import type { DeskOutput } from '@tallystick/protocol/desk';
import { ROLES, type Role } from '@tallystick/protocol/desk/roles';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Choice, Field, Tick } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';

type Operator = DeskOutput<'GET desk/operators'>['items'][number];

/** A new operator (null), a role change, leaving, returning, or a reset of authenticator app or password. */
export function OperatorDialog({
  operator,
  onClose,
}: {
  readonly operator: Operator | null;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(operator?.name ?? '');
  const [role, setRole] = useState<Role>(operator?.role ?? 'support');
  const [active, setActive] = useState(operator?.active ?? true);
  const [email, setEmail] = useState(operator?.email ?? '');
  const [reset, setReset] = useState(false);
  const [resetPassword, setResetPassword] = useState(false);
  const propose = () => {
    const before = operator && {
      name: operator.name,
      role: operator.role,
      email: operator.email,
      active: operator.active,
      totp: operator.totp,
      reset_password: false,
    };
    const address = email.trim() === '' ? null : email.trim().toLowerCase();
    const after = { name, role, email: address ?? operator?.email ?? null, active };
    const totp = operator !== null && operator.totp && !reset;
    return {
      change: {
        operator_id: operator?.id ?? null,
        ...{ name, role, email: address, active },
        reset_totp: reset,
        reset_password: resetPassword,
      },
      before,
      after: operator === null ? after : { ...after, totp, reset_password: resetPassword },
    };
  };
  return (
    <ProposalForm
      title={operator === null ? t('operators.create') : t('operators.editTitle', { name: operator.name })}
      kind="operator"
      propose={propose}
      onClose={onClose}
    >
      <Field
        label={t('operators.name')}
        help={t('operators.nameHelp')}
        value={name}
        pattern="[a-z][a-z0-9._\-]{2,31}"
        autoCapitalize="none"
        required
        onChange={setName}
      />
      <Field
        label={t('operators.email')}
        help={t('operators.emailHelp')}
        type="email"
        value={email}
        required={operator === null || resetPassword}
        autoCapitalize="none"
        onChange={setEmail}
      />
      <Choice
        label={t('operators.role')}
        value={role}
        options={ROLES.map(value => ({ value, label: t(`roles.${value}`) }))}
        onChange={setRole}
      />
      <Tick label={t('operators.active')} checked={active} onChange={setActive} />
      {operator?.totp === true ? (
        <Tick label={t('operators.reset')} checked={reset} onChange={setReset} />
      ) : null}
      {operator === null || !active ? null : (
        <Tick label={t('operators.resetPassword')} checked={resetPassword} onChange={setResetPassword} />
      )}
    </ProposalForm>
  );
}
