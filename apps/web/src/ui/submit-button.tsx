import { Button, type ButtonProps } from './button.tsx';

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'disabled'> {
  /** Text of the first reason why the form cannot be sent; undefined when it can. */
  readonly problem: string | undefined;
}

/**
 * Submits its form. While something is missing, it says what and stays enabled: the form's onSubmit should then
 * focus the field in question.
 */
export function SubmitButton({ problem, tone, children, ...rest }: SubmitButtonProps) {
  return (
    <Button {...rest} type="submit" tone={problem ? 'quiet' : tone}>
      {problem ?? children}
    </Button>
  );
}
