-- Announcements for everyone, and messages for one customer, with their texts in every language.
create table notices (
  id bigint primary key generated always as identity,
  -- Names a seeded notice, so that seeding twice adds nothing.
  slug text unique,
  kind text not null check (kind in ('announcement', 'message')),
  customer_id integer references customers,
  published_at_ms bigint not null
);
create index notices_newest on notices (published_at_ms desc, id desc);

create table notice_texts (
  notice_id bigint not null references notices on delete cascade,
  language text not null,
  title text not null,
  summary text not null,
  paragraphs text[] not null,
  primary key (notice_id, language)
);
