-- Reports, cases and their decisions, mutes, notes, and what members are told of them (docs/decisions/0099).
create table moderation_cases (
  id integer generated always as identity primary key,
  -- The member whom it is about; null once their account is erased.
  "userId" integer references users (id),
  -- Null without a message: a ban or a mute of the member, or a message whose days are over.
  "messageId" bigint references chat_messages (id) on delete set null,
  -- The message as it was at the first report or at the removal; empty without one.
  "textThen" text not null default '' check (length("textThen") <= 500),
  "createdAt" timestamptz not null,
  -- Grows with every decision and every undo.
  version integer not null default 1,
  "claimedBy" integer references users (id),
  "claimedAt" timestamptz,
  action text check (action in ('none', 'remove', 'remind', 'mute', 'ban')),
  -- An entry of the community's list, or as typed: {"id", "text", "translations"}.
  reason jsonb,
  sentence text not null default '' check (length(sentence) <= 500),
  minutes integer check (minutes > 0),
  "decidedBy" integer references users (id),
  "decidedAt" timestamptz,
  "undoneBy" integer references users (id),
  "undoneAt" timestamptz,
  -- When anything of it last changed, by the database's clock.
  "changedAt" timestamptz not null default clock_timestamp(),
  -- When an administrator has seen a ban by a garden angel; null until then.
  "seenAt" timestamptz,
  constraint "moderation_cases_decided_by_somebody" check (
    ("decidedAt" is null) = (action is null) and ("decidedAt" is null) = ("decidedBy" is null)
  ),
  constraint "moderation_cases_undone_by_somebody" check (("undoneAt" is null) = ("undoneBy" is null)),
  constraint "moderation_cases_undone_is_decided" check ("undoneAt" is null or "decidedAt" is not null)
);
-- Reports of one message are one case, until it is decided.
create unique index "moderation_cases_open_once" on moderation_cases ("messageId") where "decidedAt" is null;
create index "moderation_cases_open" on moderation_cases (id) where "decidedAt" is null;
create index "moderation_cases_by_decision" on moderation_cases ("decidedBy", "decidedAt") where "decidedAt" is not null;
create index "moderation_cases_changed" on moderation_cases ("changedAt");
create index "moderation_cases_by_member" on moderation_cases ("userId");
create index "moderation_cases_by_message" on moderation_cases ("messageId");

create table message_reports (
  id integer generated always as identity primary key,
  "caseId" integer not null references moderation_cases (id) on delete cascade,
  "messageId" bigint references chat_messages (id) on delete set null,
  -- Null once the reporter's account is erased; the note then is empty.
  "reporterId" integer references users (id),
  reason text not null check (reason in ('unkind', 'harassment', 'selling', 'worrying', 'other')),
  note text not null default '' check (length(note) <= 500),
  "createdAt" timestamptz not null,
  constraint "message_reports_once" unique ("messageId", "reporterId")
);
create index "message_reports_by_case" on message_reports ("caseId");
create index "message_reports_by_reporter" on message_reports ("reporterId", "createdAt");

create table chat_mutes (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  "caseId" integer not null unique references moderation_cases (id) on delete cascade,
  "untilAt" timestamptz not null,
  "liftedAt" timestamptz
);
create index "chat_mutes_by_member" on chat_mutes ("userId", "untilAt") where "liftedAt" is null;

-- What a member is told in private; not how others were dealt with.
create table moderation_messages (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  kind text not null check (kind in ('removed', 'reminded', 'muted', 'thanked', 'undone')),
  "caseId" integer not null references moderation_cases (id) on delete cascade,
  "createdAt" timestamptz not null,
  "seenAt" timestamptz
);
create index "moderation_messages_by_member" on moderation_messages ("userId", id);
create index "moderation_messages_by_case" on moderation_messages ("caseId");

create table moderator_notes (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  "byId" integer references users (id),
  text text not null check (text <> '' and length(text) <= 1000),
  "createdAt" timestamptz not null
);
create index "moderator_notes_by_member" on moderator_notes ("userId", id);

-- When the administrators were last told by mail: of bans within an hour, and of a case that waits.
create table moderation_alerts (
  kind text primary key check (kind in ('bans', 'waiting')),
  "sentAt" timestamptz not null,
  "caseId" integer
);

alter table chat_messages
  -- By the database's clock, for slow mode.
  add column "storedAt" timestamptz not null default now(),
  -- Folded by the room until its case is decided.
  add column "foldedAt" timestamptz,
  -- Held for one of the community's words: seen by its author alone.
  add column "heldAt" timestamptz;
create index "chat_messages_by_member" on chat_messages ("userId", id);
create index "chat_messages_held" on chat_messages ("sessionDate", id) where "heldAt" is not null;

-- When a member may speak again in slow mode. Volatile, so that it sees what was committed while its caller waited for
-- the lock of the member's row.
create function chat_speaks_again_at(member integer, seconds integer) returns timestamptz
  language plpgsql volatile as $$
  begin
    return (
      select "storedAt" + make_interval(secs => seconds) from chat_messages
      where "userId" = member order by id desc limit 1
    );
  end
  $$;

alter table users
  -- When a ban ends by itself; null for one for good.
  add column "bannedUntil" timestamptz,
  -- Its reason in further languages, where it is of the community's list.
  add column "bannedReasonEntry" jsonb;

alter table community_settings
  -- Seconds between two messages of a member; 0 for none. Moderators set it from the room.
  add column "slowSeconds" integer not null default 0 check ("slowSeconds" in (0, 5, 15, 30, 60, 120)),
  -- Empty for the product's own list.
  add column "decisionReasons" jsonb not null default '[]',
  add column "heldWords" jsonb not null default '[]';
