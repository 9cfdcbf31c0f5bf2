import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';

/** A field of an earlier application that is still accepted. */
export function KeptField({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  const { t } = useTranslation('identity');
  return (
    <div className="stack-6px">
      <div className="flex-2 between text-13">
        <span className="soft">{label}</span>
        <span className="text-12 quiet inline-row-4px">
          <Check size={14} aria-hidden="true" />
          {t('kept')}
        </span>
      </div>
      <div className="break-anywhere quiet">{value}</div>
    </div>
  );
}
