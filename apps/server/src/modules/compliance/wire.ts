import type { CallOutput, CallRequest } from '@tallystick/protocol';
import { CallFailure } from '../../http/call-failure.ts';
import type { FundsAnswer, FundsState } from './funds.ts';

const SHORTEST = 10;

/** @throws CallFailure invalid_input, missing_field */
export function readAnswer(input: CallRequest<'POST user/source_of_funds'>): FundsAnswer {
  const text = input.text.normalize('NFC').trim();
  if (text.length < SHORTEST) throw new CallFailure('missing_field', { field: 'text' });
  return { origin: input.origin, text, pictures: input.picture_ids ?? [] };
}

export function wireFunds({ state, askedAtMs, note }: FundsState): CallOutput<'GET user/source_of_funds'> {
  return { state, asked_at_ms: askedAtMs, note };
}
