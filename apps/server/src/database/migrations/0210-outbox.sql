-- Mails and SMS on their way, and in demo those that are only shown. Bodies of delivered messages are emptied in
-- live: they hold codes.
create table outbox (
  id bigint primary key generated always as identity,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'shown')),
  tries smallint not null default 0,
  next_try_at_ms bigint not null,
  -- Not worth sending later than this.
  expires_at_ms bigint not null,
  created_at_ms bigint not null,
  sent_at_ms bigint,
  error text
);
create index outbox_queued on outbox (next_try_at_ms) where state = 'queued';
