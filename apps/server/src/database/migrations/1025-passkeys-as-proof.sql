-- A passkey may stand for the authenticator's code when money moves out.
alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check
  check (purpose in ('add', 'login', 'proof'));
