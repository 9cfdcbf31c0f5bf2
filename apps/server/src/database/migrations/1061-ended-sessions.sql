-- Each process asks twice a second which sessions others have ended lately.
create index sessions_ended on sessions (ended_at_ms) where ended_at_ms is not null;
