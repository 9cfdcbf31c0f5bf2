import { useSyncExternalStore } from 'react';
import { onSessionChange } from '#lib/session.ts';
import { createSignal } from '#lib/signal.ts';
import { emptyBasicForm, reduceBasicForm, type BasicAction, type BasicForm } from './basic-fields.ts';

let current = emptyBasicForm;
const changed = createSignal<BasicForm>();

/**
 * The form's input, in memory only: it survives the region picker, and leaves no trace on the
 * device.
 */
export function changeBasicDraft(action: BasicAction): void {
  current = reduceBasicForm(current, action);
  changed.emit(current);
}

onSessionChange(session => {
  if (!session) changeBasicDraft({ type: 'emptied' });
});

export function useBasicDraft(): BasicForm {
  return useSyncExternalStore(changed.listen, () => current);
}
