-- What administrators and garden angels work with: archived templates, corrected times, banned addresses, and who did what.

-- A deleted template stays for the days that had it (TPL-12).
alter table meditation_templates add column "archivedAt" timestamptz;
create index "meditation_templates_to_choose" on meditation_templates (title, id) where "archivedAt" is null;

-- What an administrator adds to or takes from a member's time, beside the sessions, which stay as they are (USR-19).
create table time_adjustments (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  minutes integer not null check (minutes <> 0),
  "adjustedBy" integer not null references users (id),
  "createdAt" timestamptz not null
);
create index "time_adjustments_by_user" on time_adjustments ("userId");

-- IPv6 is banned by its /64. At most one active ban of an address.
create table ip_bans (
  id integer generated always as identity primary key,
  "ipAddress" cidr not null,
  reason text not null check (reason <> '' and length(reason) <= 500),
  "bannedAt" timestamptz not null,
  "bannedBy" integer not null references users (id),
  "expiresAt" timestamptz,
  "isActive" boolean not null default true
);
create unique index "ip_bans_one_active" on ip_bans ("ipAddress") where "isActive";

-- Whose picture a file is, when it may be removed.
create index "users_by_picture" on users ("profilePicture") where "profilePicture" is not null;

-- Who changed what of whom; written in the transaction of the change (I23).
create table activities (
  id bigint generated always as identity primary key,
  "actorId" integer not null references users (id),
  action text not null,
  "targetType" text not null,
  "targetId" bigint,
  -- What the target was called then; null for people, whose name is read at their row.
  label text,
  before jsonb,
  after jsonb,
  "createdAt" timestamptz not null
);
create index "activities_by_actor" on activities ("actorId", id);
create index "activities_by_target" on activities ("targetType", "targetId", id);
create index "activities_by_action" on activities (action, id);

-- Nothing of it is changed; but what it holds of a person goes with the person.
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.label is null and new.before is null and new.after is null
    and (new.id, new."actorId", new.action, new."targetType", new."createdAt")
      = (old.id, old."actorId", old.action, old."targetType", old."createdAt")
    and new."targetId" is not distinct from old."targetId" then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger "activities_append_only" before update or delete on activities
  for each row execute function refuse_change_but_erasure();
create trigger "activities_never_emptied" before truncate on activities
  for each statement execute function refuse_change();
