import { useMutation } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { queryClient } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Problem } from '#ui/states.tsx';

/** A button that lets somebody choose a file, and what went wrong with it. */
export function TakeFile({
  label,
  accept,
  take,
  children,
}: {
  readonly label: string;
  readonly accept: string;
  readonly take: (file: File) => Promise<void>;
  readonly children?: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const action = useMutation({ mutationFn: take, onSuccess: () => queryClient.invalidateQueries() });
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen !== undefined) action.mutate(chosen);
        }}
      />
      <Button busy={action.isPending} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {children}
      <Problem error={action.error} />
    </div>
  );
}
