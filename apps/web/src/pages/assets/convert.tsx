import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page as Frame } from '#ui/page.tsx';
import { ConversionList } from '#features/wallet/components/conversion-list.tsx';
import { ConvertForm } from '#features/wallet/components/convert-form.tsx';
import { DustSheet } from '#features/wallet/components/dust-sheet.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { List, Row } from '#ui/card.tsx';

function idOf(text: string | null): number | undefined {
  return /^\d{1,9}$/.test(text ?? '') ? parseInt(text ?? '', 10) : undefined;
}

/** Converts one currency into another at a quote valid for some seconds, or all small balances at once. */
export function Page() {
  const { t } = useTranslation('convert');
  const [query] = useSearchParams();
  const [isDustOpen, setDustOpen] = useState(false);
  return (
    <Frame title={t('title')} width="narrow">
      <ConvertForm
        // A link with other currencies starts a new form.
        key={query.toString()}
        fromId={idOf(query.get('from'))}
        toId={idOf(query.get('to'))}
      />
      <List>
        <Row
          icon={<Sparkles size={20} />}
          title={t('dust.title')}
          detail={t('dust.entry')}
          onClick={() => setDustOpen(true)}
        />
      </List>
      <ConversionList />
      {isDustOpen ? <DustSheet onClose={() => setDustOpen(false)} /> : null}
    </Frame>
  );
}
