-- What nodes know of sessions and of their users without asking, and by which they learn that it isn't true any more.

-- A line for every change of what a caller is shown as, whoever made it. By the number of its transaction: a node that
-- knows which transactions were still at work when it looked last misses none, however late it was committed, and no
-- clock is asked. Lines go after some minutes, when every node has seen them.
create table session_changes (
  xid xid8 not null default pg_current_xact_id(),
  -- 'swept': whatever stood before this transaction is gone.
  what text not null check (what in ('session', 'user', 'swept')),
  -- Of the session or the user; no more than a number, so that nothing of a person is left here.
  id integer not null,
  primary key (xid, what, id)
);

create function note_session_change() returns trigger language plpgsql as $$
begin
  insert into session_changes (what, id) values (tg_argv[0], coalesce(new.id, old.id)) on conflict do nothing;
  return null;
end $$;

-- When a session was used last and somebody signed in last is shown to nobody, and written all the time.
create trigger "sessions_changed" after update on sessions for each row
  when ((old."tokenHash", old.provider, old.uid, old.email, old.name, old."emailVerified", old.remembered,
      old."expiresAt", old."revokedAt", old."revokedBy")
    is distinct from (new."tokenHash", new.provider, new.uid, new.email, new.name, new."emailVerified", new.remembered,
      new."expiresAt", new."revokedAt", new."revokedBy"))
  execute function note_session_change('session');
create trigger "sessions_gone" after delete on sessions for each row execute function note_session_change('session');

create trigger "users_changed" after update on users for each row
  when ((old."firebaseUid", old.name, old.email, old."pendingEmail", old."profilePicture", old."isAdmin",
      old."isGardenAngel", old."isBanned", old."bannedReason", old."profileCompleted", old."createdAt")
    is distinct from (new."firebaseUid", new.name, new.email, new."pendingEmail", new."profilePicture", new."isAdmin",
      new."isGardenAngel", new."isBanned", new."bannedReason", new."profileCompleted", new."createdAt"))
  execute function note_session_change('user');
create trigger "users_come_or_gone" after insert or delete on users
  for each row execute function note_session_change('user');
