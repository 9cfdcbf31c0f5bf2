import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { grouped, wholeOf } from '#lib/format.ts';
import { RightButton } from '#ui/button.tsx';
import { Figures } from '#ui/field.tsx';
import { Card, Facts } from '#ui/page.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';

type Dust = DeskOutput<'GET desk/house'>['dust'];
const DECIMALS = ['spread_percent', 'most', 'customer_daily', 'daily'] as const;
const NAMES = [...DECIMALS, 'stale_ms'] as const;
const labelOf = (name: (typeof NAMES)[number]) => t(`house.dust.fields.${name}`);

function DustDialog({ dust, onClose }: { readonly dust: Dust; readonly onClose: () => void }) {
  const [typed, setTyped] = useState({ ...dust, stale_ms: String(dust.stale_ms) });
  const fields = { labelOf, values: typed, onChange: setTyped };
  const propose = () => {
    const after = { ...typed, stale_ms: wholeOf(typed.stale_ms) };
    return { change: after, before: dust, after };
  };
  return (
    <ProposalForm title={t('house.dust.change')} kind="dust_terms" propose={propose} onClose={onClose}>
      <p className="quiet">{t('house.dust.text')}</p>
      <Figures names={DECIMALS} {...fields} />
      <Figures names={['stale_ms']} inputMode="numeric" {...fields} />
    </ProposalForm>
  );
}

/** Prices at which the house buys small balances, and its daily budget. */
export function DustCard({ dust }: { readonly dust: Dust }) {
  const [changing, setChanging] = useState(false);
  return (
    <Card
      title={t('house.dust.title')}
      actions={
        <RightButton right="dust.propose" onClick={() => setChanging(true)}>
          {t('house.dust.change')}
        </RightButton>
      }
    >
      <Facts facts={NAMES.map(name => [labelOf(name), grouped(String(dust[name]))])} />
      {changing ? <DustDialog dust={dust} onClose={() => setChanging(false)} /> : null}
    </Card>
  );
}
