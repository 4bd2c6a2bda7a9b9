-- A teacher who speaks now: the state of a sitting's stream, and its last minutes. Nothing of it is kept.
alter table meditation_templates add "pictureInSharing" boolean not null default false;
alter table sittings
  add "pictureInSharing" boolean not null default false,
  add extensions smallint not null default 0 check (extensions between 0 and 3);

update template_proposals set template = template || '{"pictureInSharing": false}'::jsonb;

create table streams (
  "sittingId" integer primary key references sittings (id) on delete cascade,
  state text not null default 'off' check (state in ('off', 'on', 'ended')),
  version integer not null default 1,
  "leadMs" integer not null default 12000 check ("leadMs" between 6000 and 30000),
  -- When the lead was measured last, in epoch milliseconds by the room clock; null until then.
  "leadAtMs" bigint,
  -- Added to a stamp of the encoder it gives the room clock; null before the first segment.
  "offsetMs" bigint,
  -- Who speaks; null while no one does, and for an address outside this site.
  "teacherId" integer references users (id) on delete set null,
  -- The tab that sends; the one that sends a test.
  "deskId" text,
  "testDeskId" text,
  -- A moderator ended it: its host can't start it again.
  "isClosed" boolean not null default false,
  -- The last segment that wasn't a test, in epoch milliseconds by the room clock.
  "arrivedAtMs" bigint
);
create index "streams_teacherId" on streams ("teacherId") where "teacherId" is not null;

-- How far each rendition is: its segments are deleted soon, and a desk goes on after a reload.
create table stream_renditions (
  "sittingId" integer not null references streams ("sittingId") on delete cascade,
  rendition text not null check (rendition in ('picture', 'sound', 'test')),
  "nextSeq" integer not null default 0,
  -- By the encoder's clock; null before the first segment.
  "stampEndMs" bigint,
  -- How often a segment didn't continue the one before.
  gaps integer not null default 0,
  primary key ("sittingId", rendition)
);

-- For five minutes, and in no backup.
create unlogged table stream_segments (
  "sittingId" integer not null references sittings (id) on delete cascade,
  rendition text not null check (rendition in ('picture', 'sound', 'test')),
  seq integer not null check (seq >= 0),
  -- By the room clock, in epoch milliseconds; the stamp is the encoder's.
  "startsAtMs" bigint not null,
  "stampMs" bigint not null,
  "durationMs" integer not null check ("durationMs" between 1 and 4000),
  -- So many times a segment up to this one didn't continue the one before.
  gaps integer not null,
  bytes bytea not null check (length(bytes) between 1 and 1048576),
  "arrivedAtMs" bigint not null,
  primary key ("sittingId", rendition, seq)
);
-- The first bytes that a player needs, from a segment on.
create unlogged table stream_inits (
  "sittingId" integer not null references sittings (id) on delete cascade,
  rendition text not null check (rendition in ('picture', 'sound', 'test')),
  "fromSeq" integer not null check ("fromSeq" >= 0),
  bytes bytea not null check (length(bytes) between 1 and 1048576),
  primary key ("sittingId", rendition, "fromSeq")
);

-- Whether someone may speak in a sitting: a moderator, or who holds it and isn't muted; never someone banned or erased.
create function may_teach(teacher integer, sitting integer) returns boolean language sql stable as $$
  select exists (
    select from users, sittings left join schedules on schedules.id = sittings."scheduleId"
    where users.id = teacher and sittings.id = sitting
      and users."deletedAt" is null and users."profileCompleted"
      and not (users."isBanned" and (users."bannedUntil" is null or users."bannedUntil" > now()))
      and (users."isAdmin" or users."isGardenAngel" or (
        users."mayHost" and schedules."hostId" = teacher and not exists (
          select from chat_mutes
          where "userId" = teacher and "liftedAt" is null and "untilAt" > clock_timestamp()
        )
      ))
  )
$$;

create function end_stream(sitting integer) returns void language plpgsql as $$
begin
  update streams set state = 'ended', version = version + 1, "teacherId" = null, "deskId" = null, "testDeskId" = null
    where "sittingId" = sitting and state <> 'ended';
  delete from stream_segments where "sittingId" = sitting;
  delete from stream_inits where "sittingId" = sitting;
end $$;

-- However someone loses the right to speak, or a sitting is canceled: the stream ends in the same transaction.
create function end_streams_without_right() returns void language plpgsql as $$
begin
  perform end_stream(streams."sittingId") from streams join sittings on sittings.id = streams."sittingId"
    where streams.state <> 'ended' and (
      sittings."cancelledAt" is not null
      or (streams."teacherId" is not null and not may_teach(streams."teacherId", streams."sittingId"))
    );
end $$;
create function end_streams_after_change() returns trigger language plpgsql as $$
begin
  perform end_streams_without_right();
  return null;
end $$;
create trigger "users_end_streams"
  after update of "isAdmin", "isGardenAngel", "mayHost", "isBanned", "bannedUntil", "deletedAt" on users
  for each statement execute function end_streams_after_change();
create trigger "schedules_end_streams" after update of "hostId" or delete on schedules
  for each statement execute function end_streams_after_change();
create trigger "sittings_end_streams" after update of "cancelledAt" on sittings
  for each statement execute function end_streams_after_change();
create trigger "chat_mutes_end_streams" after insert or update on chat_mutes
  for each statement execute function end_streams_after_change();
