-- What speaks against an invitation: the promoter, or another whom they invited, seems to be the same person.
create view referral_flags as
  select c.invited_by as promoter_id, c.id as customer_id,
         case when o.id = c.invited_by then 'device_of_promoter' else 'device_of_invited' end as kind
    from customers c
    join known_devices d on d.customer_id = c.id
    join known_devices e on e.browser = d.browser and e.customer_id <> c.id
    join customers o on o.id = e.customer_id and (o.id = c.invited_by or o.invited_by = c.invited_by)
   where c.invited_by is not null
  union
  select c.invited_by, c.id, 'same_document'
    from customers c
    join identity_applications a on a.customer_id = c.id and a.document_print is not null
    join identity_applications b on b.document_print = a.document_print and b.customer_id <> c.id
    join customers o on o.id = b.customer_id and (o.id = c.invited_by or o.invited_by = c.invited_by)
   where c.invited_by is not null;
