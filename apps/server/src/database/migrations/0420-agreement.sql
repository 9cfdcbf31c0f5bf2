-- Every text of the service agreement that somebody has signed, and who signed it with which drawn signature.
create table agreement_texts (
  version text not null,
  language text not null,
  -- SHA-256 of the body in UTF-8, in hexadecimal
  sha256 text not null,
  body text not null,
  primary key (version, language, sha256)
);

create table agreement_signatures (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  version text not null,
  language text not null,
  sha256 text not null,
  picture_id bigint not null references pictures,
  signed_at_ms bigint not null,
  foreign key (version, language, sha256) references agreement_texts,
  unique (customer_id, version)
);
