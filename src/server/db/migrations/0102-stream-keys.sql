-- What hosts choose of a stream, and the key with which an encoder publishes to a stream server of one's own.
alter table streams
  -- The lead that a host has set; null while it is measured.
  add "chosenLeadMs" integer check ("chosenLeadMs" between 6000 and 30000),
  -- Ended by someone, or with the right of who speaks: an outside playlist doesn't bring it back.
  add "isStopped" boolean not null default false,
  add "keyHash" bytea check (octet_length("keyHash") = 32),
  -- Who made the key: it lives no longer than their right to speak.
  add "keyUserId" integer references users (id) on delete set null;
create unique index "streams_keyHash" on streams ("keyHash") where "keyHash" is not null;
create index "streams_keyUserId" on streams ("keyUserId") where "keyUserId" is not null;

create or replace function end_streams_without_right() returns void language plpgsql as $$
begin
  update streams set "isStopped" = true
    where state <> 'ended' and "teacherId" is not null and not may_teach("teacherId", "sittingId");
  perform end_stream(streams."sittingId") from streams join sittings on sittings.id = streams."sittingId"
    where streams.state <> 'ended' and (
      sittings."cancelledAt" is not null
      or (streams."teacherId" is not null and not may_teach(streams."teacherId", streams."sittingId"))
    );
end $$;
