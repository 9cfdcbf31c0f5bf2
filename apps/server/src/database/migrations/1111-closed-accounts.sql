-- Accounts that their customers have closed. What law asks to be kept of them is erased later; the books stay whole and
-- keep the number. Times are milliseconds since 1970 UTC.
create table closed_accounts (
  customer_id integer primary key references customers,
  -- Phone number, e-mail address and name, sealed in the context `closed_account:<customer>`; null once erased.
  sealed bytea,
  closed_at_ms bigint not null,
  erased_at_ms bigint,
  check ((sealed is null) = (erased_at_ms is not null))
);
create index closed_accounts_kept on closed_accounts (closed_at_ms) where erased_at_ms is null;

-- Also of verified people, once their account is erased.
alter table identity_applications
  drop constraint identity_documents,
  add constraint identity_documents check (
    case when documents_deleted_at_ms is null
      then (level = 'basic') = (sealed is not null and document_print is not null)
       and (level = 'advanced') = (front_id is not null and back_id is not null and holding_id is not null)
      else state <> 'under_review'
       and num_nonnulls(sealed, document_print, front_id, back_id, holding_id, sealed_note) = 0
    end
  );

-- What operators wrote about somebody goes with everything else that is personal, and never before.
create function keep_customer_notes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from closed_accounts where customer_id = old.customer_id and erased_at_ms is not null) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
drop trigger customer_notes_append_only on customer_notes;
create trigger customer_notes_append_only before update or delete on customer_notes
  for each row execute function keep_customer_notes();
