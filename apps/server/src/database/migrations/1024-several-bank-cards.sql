-- A customer may have several bank cards, of which one is the default.

alter table bank_cards drop constraint bank_cards_pkey;
alter table bank_cards
  add column id bigint primary key generated always as identity,
  -- The one a withdrawal goes to unless another is chosen. Cards from before this migration were the only ones.
  add column is_default boolean not null default true;
alter table bank_cards alter column is_default drop default;
create unique index bank_cards_default on bank_cards (customer_id) where is_default;
create index bank_cards_customer on bank_cards (customer_id, id);
