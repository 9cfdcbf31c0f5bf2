import { Copy } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#lib/copy.ts';
import { errorIdOf } from '#lib/errors.ts';
import { Button } from './button.tsx';
import { showToast } from './toast.ts';

/** Copies the id by which support finds a server failure; renders nothing for other errors. */
export function ErrorId({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('common');
  const id = errorIdOf(error);
  if (id === undefined) return null;
  const copy = async () => {
    const isCopied = await copyText(id);
    showToast(t(isCopied ? 'states.copied' : 'states.copyFailed'), isCopied ? 'good' : 'bad');
  };
  return (
    <Button
      tone="plain"
      size="small"
      icon={<Copy size={15} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      {t('states.errorId', { id })}
    </Button>
  );
}
