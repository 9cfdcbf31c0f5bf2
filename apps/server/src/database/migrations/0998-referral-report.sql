-- The desk's report asks for a period of all promoters.
create index referral_days_of_day on referral_days (utc_day);
