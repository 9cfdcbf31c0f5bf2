-- Documents of rejected applications are kept for a time and then deleted: see modules/identity/retention.ts. What was
-- decided stays, with nothing personal in it.
alter table identity_applications
  add column documents_deleted_at_ms bigint,
  drop constraint identity_applications_check2,
  drop constraint identity_applications_check3,
  add constraint identity_documents check (
    case when documents_deleted_at_ms is null
      then (level = 'basic') = (sealed is not null and document_print is not null)
       and (level = 'advanced') = (front_id is not null and back_id is not null and holding_id is not null)
      else state = 'rejected'
       and num_nonnulls(sealed, document_print, front_id, back_id, holding_id, sealed_note) = 0
    end
  );
create index identity_to_delete on identity_applications (decided_at_ms)
  where state = 'rejected' and documents_deleted_at_ms is null;
