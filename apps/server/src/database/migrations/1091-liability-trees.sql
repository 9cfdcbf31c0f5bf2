-- Where the trees of a point lie in the object store, for as long as proofs are made from them.
create table liability_trees (
  point bigint primary key references audit_points,
  -- Its keys begin with this.
  folder text not null unique,
  -- The first customer of each file of statements, ascending.
  firsts integer[] not null
);
