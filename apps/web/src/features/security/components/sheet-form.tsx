import type { ReactNode } from 'react';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import type { ButtonTone } from '#ui/button.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import type { SecurityProblem } from '../model/forms.ts';
import { useProblemText } from './use-problem-text.ts';

/** The inputs of these forms, by the server's field names. */
const FIELDS = {
  account: 'account',
  area_code: 'areaCode',
  code: 'code',
  name: 'name',
  new_code: 'newCode',
  password: 'password',
  phrase: 'phrase',
  two_factor_code: 'twoFactor',
};

export interface SheetFormProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly submitLabel: string;
  readonly tone?: ButtonTone;
  /** Why the form cannot be sent yet. */
  readonly problem: SecurityProblem | undefined;
  readonly onSend: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A sheet with a few fields. Mount it to open it: closing forgets what was typed. */
export function SheetForm(props: SheetFormProps) {
  const { title, text, submitLabel, tone, problem, onSend, onClose, children } = props;
  const problemText = useProblemText();
  const { guard } = useForm(problem ? [problem] : []);
  const { busy, error, submit } = useSubmit(onSend);
  return (
    <Sheet open onClose={onClose} title={title}>
      <Refusals error={error} fields={FIELDS}>
        <form className="stack-4" onSubmit={guard(submit)} noValidate>
          {text === undefined ? null : <p className="soft text-13">{text}</p>}
          <RefusalNote />
          {children}
          <SubmitButton block busy={busy} tone={tone} problem={problemText(problem)}>
            {submitLabel}
          </SubmitButton>
        </form>
      </Refusals>
    </Sheet>
  );
}
