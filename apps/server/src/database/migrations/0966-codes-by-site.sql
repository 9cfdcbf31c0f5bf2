-- Codes are counted by where they were asked for: see docs/decisions/0034.

-- The /24 or /48 of the asker's address; empty: from before.
alter table verification_codes add column site text not null default '';
-- Taken from the part kept for networks that have hardly asked.
alter table verification_codes add column reserved boolean not null default false;
