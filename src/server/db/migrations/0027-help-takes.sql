-- Help: a request is free again once its moderator may no longer act, and it has the time of the last asking.

alter table help_requests add column "askedAt" timestamptz not null default now();
update help_requests set "askedAt" = "createdAt";
create index "help_requests_takenBy" on help_requests ("takenBy") where "takenBy" is not null;

-- A trigger, so that every way to lose a role, to be banned or erased releases in its own transaction.
create function release_help_requests() returns trigger language plpgsql as $$
begin
  update help_requests set "takenBy" = null, "takenAt" = null where "takenBy" = new.id;
  return null;
end $$;
create trigger "users_release_help_requests" after update on users for each row
  when (
    (old."isAdmin" or old."isGardenAngel") and not old."isBanned" and old."deletedAt" is null
    and not ((new."isAdmin" or new."isGardenAngel") and not new."isBanned" and new."deletedAt" is null)
  )
  execute function release_help_requests();
