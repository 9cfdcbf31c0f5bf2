-- Which notices a customer has read: the same on every device of theirs.
create table notice_reads (
  customer_id integer not null references customers,
  notice_id bigint not null references notices on delete cascade,
  primary key (customer_id, notice_id)
);
-- Counting the unread must not walk through everybody's messages.
create index notices_of_customer on notices (customer_id, published_at_ms);
