-- Other words for the articles of the help centre than those that came with the program: one row per change, by
-- proposals of kind `article`. The newest of a language is shown; without a title, what was shipped.
create table help_article_versions (
  slug text not null,
  language text not null,
  version integer not null,
  title text,
  summary text,
  body text,
  proposal_id bigint not null references desk_proposals,
  confirmed_by integer not null references operators,
  at_ms bigint not null,
  primary key (slug, language, version),
  check ((title is null) = (body is null) and (title is null) = (summary is null))
);

-- Was it useful? One word per customer, or per visitor (a keyed fingerprint of network and browser).
create table help_votes (
  slug text not null,
  voter bytea not null,
  useful boolean not null,
  at_ms bigint not null,
  primary key (slug, voter)
);
create index help_votes_by_time on help_votes (at_ms);

-- How often an article was opened, by UTC day.
create table help_reads (
  slug text not null,
  day integer not null,
  reads bigint not null,
  primary key (slug, day)
);

-- What customers ask the desk (`ticket`), and what customers and visitors tell it (`feedback`).
create table tickets (
  id bigint primary key generated always as identity (start with 1001),
  kind text not null check (kind in ('ticket', 'feedback')),
  -- Null: a visitor.
  customer_id integer references customers,
  about text check (about in ('order', 'position', 'deposit', 'withdrawal')),
  about_id bigint,
  title text not null,
  state text not null check (state in ('open', 'waiting', 'answered', 'closed')),
  language text not null,
  -- A visitor's address for the answer, sealed by the vault in the context `ticket:<id>:mail`.
  sealed_mail bytea,
  -- Keyed fingerprint of the network a visitor wrote from.
  network bytea,
  assigned_to integer references operators,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  closed_at_ms bigint,
  check ((about is null) = (about_id is null)),
  check (kind = 'feedback' or customer_id is not null)
);
create index tickets_of_customer on tickets (customer_id, id) where customer_id is not null;
create index tickets_by_state on tickets (kind, state, id);

create table ticket_messages (
  id bigint primary key generated always as identity,
  ticket_id bigint not null references tickets on delete cascade,
  -- Null: the customer's or visitor's own.
  operator_id integer references operators,
  -- Of the desk alone: the customer does not see it.
  internal boolean not null default false,
  text text not null,
  picture_ids bigint[] not null,
  -- Who sends it chooses it: the same again is the same message.
  request_key text unique,
  at_ms bigint not null
);
create index ticket_messages_of_ticket on ticket_messages (ticket_id, id);

-- Visitors' pictures have no customer; who has the claim that came with the upload may send them with feedback.
alter table pictures alter column customer_id drop not null;
