import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { grouped, wholeOf } from '#lib/format.ts';
import { useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Card, Facts } from '#ui/page.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';

type Dust = DeskOutput<'GET desk/house'>['dust'];
const NAMES = ['spread_percent', 'most', 'customer_daily', 'daily', 'stale_ms'] as const;
type Typed = Readonly<Record<(typeof NAMES)[number], string>>;

function DustDialog({ dust, onClose }: { readonly dust: Dust; readonly onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>({ ...dust, stale_ms: String(dust.stale_ms) });
  const [ready, setReady] = useState(false);
  if (ready) {
    const after = { ...typed, stale_ms: wholeOf(typed.stale_ms) };
    return <ProposeDialog kind="dust_terms" change={after} before={dust} after={after} onClose={onClose} />;
  }
  return (
    <ProposalForm title={t('house.dust.change')} onClose={onClose} onReady={() => setReady(true)}>
      <p className="quiet">{t('house.dust.text')}</p>
      {NAMES.map(name => (
        <Field
          key={name}
          label={t(`house.dust.fields.${name}`)}
          value={typed[name]}
          inputMode={name === 'stale_ms' ? 'numeric' : 'decimal'}
          required
          onChange={event => setTyped({ ...typed, [name]: event.target.value.trim() })}
        />
      ))}
    </ProposalForm>
  );
}

/** Prices at which the house buys small balances, and its daily budget. */
export function DustCard({ dust }: { readonly dust: Dust }) {
  const { may } = useMe();
  const [changing, setChanging] = useState(false);
  return (
    <Card
      title={t('house.dust.title')}
      actions={
        may('dust.propose') ? (
          <Button onClick={() => setChanging(true)}>{t('house.dust.change')}</Button>
        ) : undefined
      }
    >
      <Facts facts={NAMES.map(name => [t(`house.dust.fields.${name}`), grouped(String(dust[name]))])} />
      {changing ? <DustDialog dust={dust} onClose={() => setChanging(false)} /> : null}
    </Card>
  );
}
