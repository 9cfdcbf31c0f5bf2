-- A visitor's conversations become a customer's when they log in, and operators send pictures (docs/decisions/0063).

-- `merged`: the customer has another open one, behind it.
alter table chat_cases drop constraint chat_cases_closed_by_check;
alter table chat_cases add constraint chat_cases_closed_by_check
  check (closed_by in ('customer', 'operator', 'silence', 'merged'));

-- Exactly one of a customer, a visitor and an operator has uploaded a picture.
alter table chat_pictures add column operator_id integer references operators;
alter table chat_pictures drop constraint chat_pictures_check;
alter table chat_pictures add constraint chat_pictures_check
  check (num_nonnulls(customer_id, visitor_hash, operator_id) = 1);
create index chat_pictures_of_operator on chat_pictures (operator_id, created_at_ms) where operator_id is not null;

-- Alerts that are over are forgotten by their age.
create index operator_alerts_resolved_at on operator_alerts (resolved_at_ms) where resolved_at_ms is not null;
create index chat_pictures_of_case on chat_pictures (case_id) where case_id is not null;
