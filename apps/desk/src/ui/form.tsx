import type { ComponentProps } from 'react';

/** A form that is sent by a call: the page stays. While it is `busy`, sending again does nothing. */
export function Form({
  busy = false,
  onSend,
  ...rest
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { readonly busy?: boolean; readonly onSend: () => void }) {
  return (
    <form
      className="stack"
      {...rest}
      onSubmit={event => {
        event.preventDefault();
        if (!busy) onSend();
      }}
    />
  );
}
