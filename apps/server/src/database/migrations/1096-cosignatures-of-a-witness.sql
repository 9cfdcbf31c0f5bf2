-- The newest that a witness has signed is asked for with each look at the log.
create index log_cosignatures_of_witness on log_cosignatures (origin, witness, size);
