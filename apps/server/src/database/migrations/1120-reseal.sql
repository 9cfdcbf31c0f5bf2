-- Data keys are changed: what is sealed under an older one is sealed anew (`npm run reseal`), and then the older one is
-- given up. Times are milliseconds since 1970 UTC. Keys are named by the ids that sealed bytes begin with.

-- One run, however often it is interrupted, until everything is sealed under that key.
create table reseals (
  key_id bytea primary key,
  begun_at_ms bigint not null,
  -- From then on nothing is written under an older key.
  fenced_at_ms bigint,
  ended_at_ms bigint
);

-- How far it has come in each place.
create table reseal_places (
  key_id bytea not null references reseals,
  place text collate "C" not null,
  -- Primary key of the last row that was looked at; null: none yet.
  last_key text[],
  is_done boolean not null default false,
  resealed bigint not null default 0,
  primary key (key_id, place)
);

-- Keys that were given up: the database takes nothing that is sealed under them.
create table retired_data_keys (
  key_id bytea primary key check (length(key_id) = 4),
  retired_at_ms bigint not null
);

-- Called with the name of the sealed column. Whoever gives up a key takes the lock alone, and so waits for every
-- transaction that has been let through.
create function refuse_retired_data_key() returns trigger language plpgsql as $$
declare
  given bytea;
begin
  case tg_argv[0]
    when 'sealed' then given := substring(new.sealed from 2 for 4);
    when 'sealed_note' then given := substring(new.sealed_note from 2 for 4);
    when 'sealed_mail' then given := substring(new.sealed_mail from 2 for 4);
    when 'sealed_raw' then given := substring(new.sealed_raw from 2 for 4);
    when 'sealed_hashes' then given := substring(new.sealed_hashes from 2 for 4);
    when 'secret' then given := substring(new.secret from 2 for 4);
    when 'totp_secret' then given := substring(new.totp_secret from 2 for 4);
    when 'totp_pending' then given := substring(new.totp_pending from 2 for 4);
    when 'data_key_id' then given := new.data_key_id;
  end case;
  perform pg_advisory_xact_lock_shared(7146390);
  if exists (select from retired_data_keys where key_id = given) then
    raise exception 'sealed under the data key %, which was given up: put the new one in front of DATA_KEY',
      encode(given, 'hex');
  end if;
  return new;
end $$;

do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('bank_cards', 'sealed'), ('chat_messages', 'sealed'), ('chat_pictures', 'sealed'),
      ('closed_accounts', 'sealed'), ('compliance_cases', 'sealed'), ('compliance_events', 'sealed_note'),
      ('custody_items', 'sealed'), ('custody_transactions', 'sealed'), ('custody_transactions', 'sealed_raw'), ('desk_words', 'sealed'),
      ('factor_recoveries', 'sealed'), ('first_answers', 'sealed'),
      ('identity_applications', 'sealed'), ('identity_applications', 'sealed_note'),
      ('operator_push_devices', 'sealed'), ('operators', 'totp_secret'), ('operators', 'totp_pending'),
      ('pictures', 'sealed'), ('pictures', 'sealed_hashes'), ('push_devices', 'sealed'),
      ('reserve_documents', 'sealed'), ('tickets', 'sealed_mail'), ('two_factors', 'secret'),
      ('withdrawal_addresses', 'sealed'), ('withdrawals', 'sealed')
    ) as sealed (table_name, column_name)
  loop
    execute format(
      'create trigger %I before insert or update of %I on %I for each row when (new.%I is not null)
         execute function refuse_retired_data_key(%L)',
      'retired_key_' || one.column_name, one.column_name, one.table_name, one.column_name, one.column_name);
  end loop;
end $$;

-- Under which key the statements of a point were sealed when it was made; null: before there was this column.
alter table liability_trees add column data_key_id bytea;
create trigger retired_key_of_statements before insert on liability_trees
  for each row when (new.data_key_id is not null) execute function refuse_retired_data_key('data_key_id');

-- An object counts once a picture has it.
create trigger retired_key_of_object before insert or update of drop_at_ms on sealed_objects
  for each row when (new.drop_at_ms is null) execute function refuse_retired_data_key('data_key_id');
