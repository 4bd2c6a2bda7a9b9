-- Time spent, likes, deleted messages, and addresses that wait to be confirmed.

alter table users add column "pendingEmail" text check ("pendingEmail" <> '' and length("pendingEmail") <= 254);

-- A new password ends every session as well.
alter table sessions drop constraint "sessions_revokedBy_check";
alter table sessions add constraint "sessions_revokedBy_check"
  check ("revokedBy" in ('sign-out', 'ban', 'deletion', 'password'));

-- Who made a ban: so many in an hour by one person are worth a look.
alter table users add column "bannedBy" integer references users (id);
create index "users_bans_by" on users ("bannedBy", "bannedAt") where "bannedBy" is not null;

-- A link that was mailed, by the hash of its secret: for one purpose, one identity and one address.
create table mailed_links (
  "tokenHash" bytea primary key,
  purpose text not null check (purpose in ('reset', 'verify')),
  uid text not null,
  email text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null
);
create index "mailed_links_uid" on mailed_links (uid);
create index "mailed_links_expiresAt" on mailed_links ("expiresAt");

-- One visit or several of a member to one day's meditation; `endTime` is the time of the last credit.
create table meditation_sessions (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  "sessionDate" date not null,
  "startTime" timestamptz not null,
  "endTime" timestamptz not null,
  -- Seconds.
  duration integer not null default 0 check (duration between 0 and 7200),
  "templateId" integer not null references meditation_templates (id),
  completed boolean not null default false,
  "isOpen" boolean not null default true,
  "createdAt" timestamptz not null,
  constraint "meditation_sessions_in_order" check ("endTime" >= "startTime")
);
create unique index "meditation_sessions_one_open" on meditation_sessions ("userId", "sessionDate")
  where "isOpen";
create index "meditation_sessions_by_user" on meditation_sessions ("userId", "sessionDate");

-- Up to when a member's wall-clock has been credited, over all tabs, devices and rows (I06).
create table meditation_clocks (
  "userId" integer primary key references users (id),
  "lastCreditAt" timestamptz not null,
  "lastCallAt" timestamptz not null,
  -- Visits that began and haven't said goodbye; at 0, "lastCallAt" is when the last one left.
  "openVisits" integer not null default 0 check ("openVisits" >= 0)
);

-- A deleted message stays for moderation until retention blanks it, and is shown to nobody.
alter table chat_messages add column "deletedAt" timestamptz;
alter table chat_messages add column "deletedBy" integer references users (id);
alter table chat_messages add constraint "chat_messages_deleted_by_somebody"
  check (("deletedAt" is null) = ("deletedBy" is null));
drop index "chat_messages_by_day";
create index "chat_messages_by_day" on chat_messages ("sessionDate", "timestamp", id) where "deletedAt" is null;

create table message_likes (
  id bigint generated always as identity primary key,
  "messageId" bigint not null references chat_messages (id) on delete cascade,
  "userId" integer not null references users (id),
  "createdAt" timestamptz not null,
  constraint "message_likes_once" unique ("messageId", "userId")
);
create index "message_likes_by_user" on message_likes ("userId", "messageId");
