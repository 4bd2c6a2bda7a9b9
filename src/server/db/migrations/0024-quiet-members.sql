-- Members who sit quietly: counted in the room, but in no list of it.

alter table users add "sitsQuietly" boolean not null default false;

-- Nodes learn of the choice like of any other change of a caller.
drop trigger "users_changed" on users;
create trigger "users_changed" after update on users for each row
  when ((old."firebaseUid", old.name, old.email, old."pendingEmail", old."profilePicture", old."isAdmin",
      old."isGardenAngel", old."isBanned", old."bannedReason", old."profileCompleted", old."sitsQuietly",
      old."createdAt")
    is distinct from (new."firebaseUid", new.name, new.email, new."pendingEmail", new."profilePicture", new."isAdmin",
      new."isGardenAngel", new."isBanned", new."bannedReason", new."profileCompleted", new."sitsQuietly",
      new."createdAt"))
  execute function note_session_change('user');
