-- Who invited the one who invited: lists of the second level are pages of one index, however many people stand between.
-- Links are given when customers register and never change, so neither does this.
alter table customers add column second_promoter integer references customers;
update customers c set second_promoter = p.invited_by from customers p where p.id = c.invited_by and p.invited_by is not null;
create index customers_of_second_promoter on customers (second_promoter, id desc) where second_promoter is not null;

create function set_second_promoter() returns trigger language plpgsql as $$
begin
  new.second_promoter := (select invited_by from customers where id = new.invited_by);
  return new;
end
$$;
create trigger customers_second_promoter before insert or update of invited_by on customers
  for each row execute function set_second_promoter();
