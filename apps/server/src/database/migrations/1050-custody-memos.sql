-- What names the recipient at an address that many share, e.g. a destination tag on the XRP Ledger: a payout is never made
-- without it.
alter table custody_items add column memo text;
