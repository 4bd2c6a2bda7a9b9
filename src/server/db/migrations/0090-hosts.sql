-- Who may hold sittings, and who holds which. A mark alone gives nothing: the powers are of the sitting that one holds.
alter table users add "mayHost" boolean not null default false;
alter table schedules add "hostId" integer references users (id) on delete set null;
create index "schedules_hostId" on schedules ("hostId") where "hostId" is not null;

-- Hosts whose coming sittings became free since administrators were last told.
create table freed_sittings (
  "userId" integer primary key references users (id) on delete cascade,
  sittings integer not null,
  "freedAt" timestamptz not null default now()
);

-- However someone stops being able to hold sittings: theirs from today on are free at once, in the same transaction.
create function free_sittings_of_host() returns trigger language plpgsql as $$
declare freed integer;
begin
  update schedules set "hostId" = null, version = version + 1
    where "hostId" = new.id and date >= (now() - interval '1 day')::date;
  get diagnostics freed = row_count;
  if freed > 0 then
    insert into freed_sittings ("userId", sittings) values (new.id, freed)
      on conflict ("userId") do update set sittings = freed_sittings.sittings + excluded.sittings, "freedAt" = now();
  end if;
  return null;
end $$;
create trigger "users_free_sittings" after update on users for each row
  when (
    (old."isAdmin" or old."isGardenAngel" or old."mayHost") and (
      not (new."isAdmin" or new."isGardenAngel" or new."mayHost")
      or (new."isBanned" and not old."isBanned") or (new."deletedAt" is not null and old."deletedAt" is null)
    )
  ) execute function free_sittings_of_host();
