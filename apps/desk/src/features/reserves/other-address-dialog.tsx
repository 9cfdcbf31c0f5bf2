import type { DeskOutput } from '@tallystick/protocol/desk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Choice, Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Problem } from '#ui/states.tsx';
import { saveMessages } from './save-messages.ts';

type Network = DeskOutput<'GET desk/reserves'>['signing_networks'][number];

/** Asks for an address that custody does not use, and saves the message for its signer. */
export function OtherAddressDialog({
  networks,
  onClose,
}: {
  readonly networks: readonly Network[];
  readonly onClose: () => void;
}) {
  const [network, setNetwork] = useState(networks[0]!);
  const [address, setAddress] = useState('');
  const action = useMutation({ mutationFn: () => saveMessages({ network, address }) });
  return (
    <Dialog title={t('reserves.other')} onClose={onClose}>
      <Form busy={action.isPending} onSend={() => action.mutate(undefined, { onSuccess: onClose })}>
        <p className="quiet">{t('reserves.otherText')}</p>
        <Choice
          label={t('reserves.network')}
          value={network}
          options={networks.map(name => ({ value: name, label: name }))}
          onChange={setNetwork}
        />
        <Field
          label={t('reserves.address')}
          value={address}
          required
          autoComplete="off"
          onChange={text => setAddress(text.trim())}
        />
        <Problem error={action.error} />
        <div className="row row-end">
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" tone="main" busy={action.isPending}>
            {t('reserves.download')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
