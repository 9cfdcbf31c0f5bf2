-- After how many milliseconds without a beat others may depose the engine that holds the lease: longer while it begins or
-- stops. And the run's random name, written with the lease: a copy of the database has the same epochs, but never the same runs.
alter table engine_lease add column silent_after_ms integer, add column run text;
