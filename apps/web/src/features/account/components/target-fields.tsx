import { ChevronDown } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { TextField } from '#ui/field.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { changeTarget } from '../model/draft.ts';
import type { AccountField, AccountProblem } from '../model/forms.ts';
import { areaCodeOf, type Target } from '../model/target.ts';
import styles from './target-fields.module.css';
import { useProblemText } from './use-problem-text.ts';

export interface TargetFieldsProps {
  readonly target: Target;
  readonly shown: Readonly<Partial<Record<AccountField, AccountProblem>>>;
  readonly onLeave: (field: AccountField) => void;
}

/** Phone with calling code, or e-mail address. */
export function TargetFields({ target, shown, onLeave }: TargetFieldsProps) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const problemText = useProblemText();
  const chooseLabel = t('fields.countryCode', { code: areaCodeOf(target) });
  return (
    <>
      <Segmented
        label={t('kind.label')}
        choices={[
          { value: 'phone', label: t('kind.phone') },
          { value: 'email', label: t('kind.email') },
        ]}
        value={target.kind}
        onChange={kind => changeTarget({ kind })}
      />
      {target.kind === 'phone' ? (
        <TextField
          key="phone"
          name="phone"
          label={t('fields.phone')}
          placeholder={t('fields.phonePlaceholder')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={target.phone}
          error={problemText(shown.phone)}
          onChange={phone => changeTarget({ phone })}
          onBlur={() => target.phone && onLeave('phone')}
          before={
            <button
              type="button"
              className={styles['code']}
              aria-label={chooseLabel}
              title={chooseLabel}
              onClick={() => void navigate(paths.chooseCountry.getHref())}
            >
              {areaCodeOf(target)}
              <ChevronDown size={14} aria-hidden="true" />
            </button>
          }
        />
      ) : (
        <TextField
          key="email"
          name="email"
          label={t('fields.email')}
          placeholder="name@example.com"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={target.email}
          error={problemText(shown.email)}
          onChange={email => changeTarget({ email })}
          onBlur={() => target.email && onLeave('email')}
        />
      )}
    </>
  );
}
