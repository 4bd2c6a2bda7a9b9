-- Who makes administrators besides administrators: the operator's settings and shell, and the link of the first start.

-- Whether it was ever decided that somebody is, or is no longer, an administrator: from then on ADMIN_EMAILS says
-- nothing about them any more.
alter table users add column "isAdminDecided" boolean not null default false;
update users set "isAdminDecided" = true where "isAdmin";

create function note_admin_decision() returns trigger language plpgsql as $$
begin
  new."isAdminDecided" := true;
  return new;
end $$;
create trigger "users_admin_decided" before update on users for each row
  when (old."isAdmin" is distinct from new."isAdmin") execute function note_admin_decision();

-- By which the first administrator becomes one; only the hash of what stands in the link.
create table first_admin_links (
  "tokenHash" bytea primary key check (octet_length("tokenHash") = 32),
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null
);

-- A line without an actor is the operator's. After users: everybody who changes both begins with those.
alter table activities alter column "actorId" drop not null;

create or replace function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.label is null and new.before is null and new.after is null
    and (new.id, new.action, new."targetType", new."createdAt")
      = (old.id, old.action, old."targetType", old."createdAt")
    and new."actorId" is not distinct from old."actorId"
    and new."targetId" is not distinct from old."targetId" then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
