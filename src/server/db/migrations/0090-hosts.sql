-- Who may hold sittings, and who holds which. A mark alone gives nothing: the powers are of the sitting that one holds.
alter table users add "mayHost" boolean not null default false;
alter table schedules add "hostId" integer references users (id) on delete set null;
create index "schedules_hostId" on schedules ("hostId") where "hostId" is not null;

-- The schedules that lost their host since administrators were last told.
create table freed_schedules (
  "scheduleId" integer primary key references schedules (id) on delete cascade,
  "freedAt" timestamptz not null default now()
);

-- However someone stops being able to hold sittings: theirs are free at once, in the same transaction.
create function free_sittings_of_host() returns trigger language plpgsql as $$
begin
  with freed as (
    update schedules set "hostId" = null, version = version + 1 where "hostId" = new.id returning id
  )
  insert into freed_schedules ("scheduleId") select id from freed on conflict do nothing;
  return null;
end $$;
create trigger "users_free_sittings" after update on users for each row
  when (
    (old."isAdmin" or old."isGardenAngel" or old."mayHost") and (
      not (new."isAdmin" or new."isGardenAngel" or new."mayHost")
      or (new."isBanned" and not old."isBanned") or (new."deletedAt" is not null and old."deletedAt" is null)
    )
  ) execute function free_sittings_of_host();
