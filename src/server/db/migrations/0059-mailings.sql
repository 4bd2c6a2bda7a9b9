-- Mails to many members: the tokens that unsubscribe from one kind without a sign-in, and the members who have had
-- their one mail of a day (REM-06).

create table unsubscribe_tokens (
  "tokenHash" bytea primary key,
  "userId" integer not null references users (id),
  kind text not null,
  "createdAt" timestamptz not null
);
create index "unsubscribe_tokens_userId" on unsubscribe_tokens ("userId");

create table daily_mails (
  "userId" integer not null references users (id),
  -- A date of the member's zone.
  day date not null,
  primary key ("userId", day)
);
create index "daily_mails_day" on daily_mails (day);
