-- Words of the wire are in snake case. What an open proposal was made from is compared with what is when it is confirmed,
-- so it is spelled as that is now; what has been decided stays as it was written.
update desk_proposals
   set before = replace(before::text, '"cancelOnly"', '"cancel_only"')::jsonb
 where kind in ('market_status', 'perpetual_status') and state in ('pending', 'applying');
