import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { t } from '#i18n/texts.ts';
import { CustomerLink } from '#ui/customer-link.tsx';
import { CUSTOMERS } from './list-columns.tsx';

const shown = (node: ReactNode): string => renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>);
const mark = `>${t('customers.maker')}</span>`;
const demoMark = `>${t('customers.demo')}</span>`;

function nameOf(kind: { readonly maker: boolean; readonly demo: boolean }): string {
  const row = {
    ...{ id: 7, nickname: 'Somebody', email: null, phone: null, verification: 'none', frozen: false },
    ...{ created_at_ms: 0, ...kind },
  } as unknown as Parameters<(typeof CUSTOMERS)[number]['render']>[0];
  return shown(CUSTOMERS.map(({ render }) => render(row)));
}

describe('the house’s makers', () => {
  it('are marked in the list of customers, and not as customers of the demo', () => {
    expect(nameOf({ maker: true, demo: true })).toContain(mark);
    expect(nameOf({ maker: true, demo: true })).not.toContain(demoMark);
    expect(nameOf({ maker: false, demo: true })).toContain(demoMark);
    expect(nameOf({ maker: false, demo: true })).not.toContain(mark);
    expect(nameOf({ maker: false, demo: false })).not.toContain('badge-warn');
  });

  it('are marked wherever the desk names a customer by number', () => {
    expect(shown(<CustomerLink id={LAST_HOUSE_ID} />)).toContain(mark);
    expect(shown(<CustomerLink id={LAST_HOUSE_ID + 1} />)).not.toContain('badge');
  });
});
