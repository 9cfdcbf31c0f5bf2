import { CALLING_CODES } from '@tallystick/protocol/calling-codes';
import type { SecondStep } from './second-step.ts';
import type { Target } from './target.ts';

interface KeptDraft {
  readonly target: Target;
  readonly invitation: string;
  readonly secondStep: SecondStep | undefined;
}

/** The draft of the account pages kept over a reload. Malformed parts get their initial value. */
export function keptDraft(stored: unknown, first: Target): KeptDraft {
  const { target, invitation, secondStep } = fieldsOf(stored);
  const { kind, country, phone, email } = fieldsOf(target);
  return {
    target: {
      kind: kind === 'phone' || kind === 'email' ? kind : first.kind,
      country: typeof country === 'string' && CALLING_CODES.has(country) ? country : first.country,
      phone: typeof phone === 'string' ? phone : first.phone,
      email: typeof email === 'string' ? email : first.email,
    },
    invitation: typeof invitation === 'string' ? invitation : '',
    secondStep: keptSecondStep(secondStep),
  };
}

function keptSecondStep(stored: unknown): SecondStep | undefined {
  const { ticket, passkey } = fieldsOf(stored);
  return typeof ticket === 'string' && ticket !== '' ? { ticket, passkey: passkey === true } : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
