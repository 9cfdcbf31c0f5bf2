import { Button, type ButtonProps } from './button.tsx';

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'disabled'> {
  /** The first reason why the form cannot be sent, in words; undefined when it can. */
  readonly problem: string | undefined;
}

/**
 * Sends its form. While something is missing it says what, and stays pressable: a press should lead to the
 * field in question (handle it in the form's onSubmit).
 */
export function SubmitButton({ problem, tone, children, ...rest }: SubmitButtonProps) {
  return (
    <Button {...rest} type="submit" tone={problem ? 'quiet' : tone}>
      {problem ?? children}
    </Button>
  );
}
