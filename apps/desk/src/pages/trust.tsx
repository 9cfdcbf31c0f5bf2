import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { grouped } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { useNames } from '#lib/use-names.ts';
import { RightButton } from '#ui/button.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { newProduct, ProductDialog, type TrustProduct } from '../features/trust/product-dialog.tsx';

/** Trust products: terms until the first order, afterwards only whether they are sold. */
export function TrustPage() {
  const products = useDesk('GET desk/trust_products', {});
  const { currencies } = useNames();
  const [edited, setEdited] = useState<{ terms: TrustProduct['terms']; before: boolean } | null>(null);
  const frozen = products.data?.items.find(
    one => edited?.before === true && one.terms['product_id'] === edited.terms['product_id'],
  );
  const columns: Column<TrustProduct>[] = [
    { head: t('trust.product'), render: ({ product }) => <strong>{product.product_id}</strong> },
    {
      head: t('trust.term'),
      render: ({ product }) => `${product.currency.code}, ${t('trust.days', { count: product.cycle_days })}`,
    },
    { head: t('trust.yield'), figure: true, render: ({ product }) => product.daily_yield_percent },
    { head: t('trust.penalty'), figure: true, render: ({ product }) => product.penalty_percent },
    {
      head: t('trust.order'),
      figure: true,
      render: ({ product }) => `${grouped(product.minimum)} – ${grouped(product.maximum)}`,
    },
    {
      head: t('trust.taken'),
      figure: true,
      render: ({ product }) => `${grouped(product.hosted)} / ${grouped(product.capacity)}`,
    },
    { head: t('trust.left'), figure: true, render: ({ product }) => grouped(product.left) },
    { head: t('trust.orders'), figure: true, render: ({ orders }) => orders },
    {
      head: t('trust.state'),
      render: ({ product }) => (
        <Badge tone={product.state === 'open' ? 'good' : 'warn'}>{word('trustStates', product.state)}</Badge>
      ),
    },
    {
      head: '',
      render: ({ terms }) => (
        <RightButton right="trust.propose" small onClick={() => setEdited({ terms, before: true })}>
          {t('actions.edit')}
        </RightButton>
      ),
    },
  ];
  return (
    <Page
      title={t('nav.trust')}
      lead={t('trust.lead')}
      actions={
        products.data ? (
          <RightButton
            right="trust.propose"
            tone="main"
            onClick={() => setEdited({ terms: newProduct(products.data.next_product_id), before: false })}
          >
            {t('trust.create')}
          </RightButton>
        ) : undefined
      }
    >
      <Loaded query={products}>
        {({ items }) => (
          <Card>
            <Table
              label={t('nav.trust')}
              columns={columns}
              rows={items}
              keyOf={({ product }) => product.product_id}
            />
          </Card>
        )}
      </Loaded>
      {edited === null ? null : (
        <ProductDialog
          terms={edited.terms}
          before={edited.before ? edited.terms : null}
          editable={frozen?.editable ?? true}
          currencies={currencies}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
