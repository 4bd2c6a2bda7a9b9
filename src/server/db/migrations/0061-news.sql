-- News (docs/decisions/0082): what administrators say to everyone, who has read it, and its mails.

create table news (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  text text not null check (text <> ''),
  level text not null check (level in ('note', 'important')),
  "fromAt" timestamptz not null,
  "untilAt" timestamptz not null check ("untilAt" > "fromAt"),
  "withdrawnAt" timestamptz,
  -- Null once their account was deleted.
  "byId" integer references users (id),
  "createdAt" timestamptz not null,
  version integer not null default 1
);
create index "news_byId" on news ("byId");

create table news_read (
  "newsId" integer not null references news (id) on delete cascade,
  "userId" integer not null references users (id),
  "readAt" timestamptz not null,
  primary key ("newsId", "userId")
);
create index "news_read_userId" on news_read ("userId");

create table news_mails (
  -- One a day, by the community's days.
  day date primary key,
  -- Null once sent and deleted: the day stays taken.
  "newsId" integer unique references news (id) on delete set null,
  "leavesAt" timestamptz not null,
  "sentAt" timestamptz,
  -- How many members it was queued for.
  recipients integer
);
