import { useMutation } from '@tanstack/react-query';
import { queryClient } from '#lib/query-client.ts';
import { RightButton, type ButtonProps } from '#ui/button.tsx';
import { Problem } from '#ui/states.tsx';

/** Does one thing with a batch, and shows why it was refused. */
export function RunButton({
  run,
  ...rest
}: Omit<ButtonProps, 'onClick'> & { readonly run: () => Promise<unknown> }) {
  const action = useMutation({ mutationFn: run, onSuccess: () => queryClient.invalidateQueries() });
  return (
    <div>
      <RightButton right="custody.move" busy={action.isPending} onClick={() => action.mutate()} {...rest} />
      <Problem error={action.error} />
    </div>
  );
}
