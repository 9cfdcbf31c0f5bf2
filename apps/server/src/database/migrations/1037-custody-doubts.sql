-- Why something in a batch is not given back yet: what a further node says against it, or that one is silent.
alter table custody_batches add column doubt text;
