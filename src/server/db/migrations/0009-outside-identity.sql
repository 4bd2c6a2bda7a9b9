-- Whom Firebase or Google proved, and which identity of ours that is: a uid goes on being one person's, whoever proves
-- them. `email` is what was proved last; `provenSince` is the sign-in that proved it first, null while it isn't verified.
-- Two sign-ins at once meet at the primary key.
create table outside_identities (
  provider text not null check (provider in ('firebase', 'google')),
  subject text not null,
  uid text not null,
  email text not null,
  "emailVerified" boolean not null,
  "provenSince" timestamptz,
  "createdAt" timestamptz not null,
  primary key (provider, subject)
);
create index "outside_identities_uid" on outside_identities (uid);
create index "outside_identities_email" on outside_identities (email) where "emailVerified";

-- Whose account here was deleted and is still to be removed at Firebase. The hash stays for ever: such an account never
-- comes in again. The subject itself goes when it is removed there, or when that is given up.
create table identity_removals (
  "subjectHash" bytea primary key,
  subject text,
  attempts integer not null default 0,
  "queuedAt" timestamptz not null,
  "nextAttemptAt" timestamptz not null
);
create index "identity_removals_due" on identity_removals ("nextAttemptAt") where subject is not null;
