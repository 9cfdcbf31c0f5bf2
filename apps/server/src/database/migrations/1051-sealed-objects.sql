-- Pictures in an object store that all processes share: the sealed bytes are there, everything else of them stays here.

-- Every object of pictures that there is, or may be. Its row is written before the object, and goes after it.
create table sealed_objects (
  key text collate "C" primary key,
  -- Of the sealed bytes: SHA-256, their number, and the vault's key. Null: found in the store, and of nobody.
  hash bytea,
  bytes integer,
  data_key_id bytea,
  -- When it is deleted; null while a picture has it.
  drop_at_ms bigint,
  check (drop_at_ms is not null or (hash is not null and bytes is not null and data_key_id is not null))
);
create index sealed_objects_to_drop on sealed_objects (drop_at_ms) where drop_at_ms is not null;

-- Exactly one of both.
alter table pictures
  alter column sealed drop not null,
  add column object_key text collate "C" unique references sealed_objects,
  add constraint pictures_lie_in_one_place check ((sealed is null) <> (object_key is null));
alter table chat_pictures
  alter column sealed drop not null,
  add column object_key text collate "C" unique references sealed_objects,
  add constraint chat_pictures_lie_in_one_place check ((sealed is null) <> (object_key is null));
-- Those that move once there is a store.
create index pictures_in_rows on pictures (id) where sealed is not null;
create index chat_pictures_in_rows on chat_pictures (id) where sealed is not null;

-- Whoever deletes a picture, for whatever reason, has its object deleted, if and only if the row is gone.
create function drop_sealed_object() returns trigger language plpgsql as $$
begin
  update sealed_objects set drop_at_ms = 0 where key = old.object_key;
  return null;
end $$;
create trigger pictures_drop_their_object after delete on pictures
  for each row when (old.object_key is not null) execute function drop_sealed_object();
create trigger chat_pictures_drop_their_object after delete on chat_pictures
  for each row when (old.object_key is not null) execute function drop_sealed_object();
