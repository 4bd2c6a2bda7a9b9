-- What a community adds to the shipped legal texts, the versions of its terms, and which member accepted which.

create table legal_texts (
  page text primary key check (page in ('privacy', 'terms', 'care')),
  mode text not null default 'shipped' check (mode in ('shipped', 'added', 'replaced')),
  text text not null default '' check (length(text) <= 50000),
  -- Who runs the place; on the row of the privacy page, for the terms as well.
  responsible text not null default '' check (length(responsible) <= 2000),
  version integer not null default 1,
  -- Whether a file of DATA_DIR/pages was looked for.
  "isFileRead" boolean not null default false,
  -- The fields of the last change as they were before it, for a day.
  previous jsonb,
  "changedAt" timestamptz
);
insert into legal_texts (page) values ('privacy'), ('terms'), ('care');

-- Only grows: an acceptance names what was accepted.
create table terms_versions (
  version integer primary key,
  text text not null,
  "isMaterial" boolean not null,
  "createdAt" timestamptz not null
);

create table terms_acceptances (
  "userId" integer not null references users (id),
  version integer not null references terms_versions (version),
  "acceptedAt" timestamptz not null,
  primary key ("userId", version)
);

-- The newest version that a member accepted; 0 for none. Null for members from before versions were stored.
alter table users add "termsVersion" integer;

-- Nodes learn of an acceptance like of any other change of a caller.
drop trigger "users_changed" on users;
create trigger "users_changed" after update on users for each row
  when ((old."firebaseUid", old.name, old.email, old."pendingEmail", old."profilePicture", old."isAdmin",
      old."isGardenAngel", old."isBanned", old."bannedReason", old."profileCompleted", old."isUnlisted",
      old."termsVersion", old."createdAt")
    is distinct from (new."firebaseUid", new.name, new.email, new."pendingEmail", new."profilePicture", new."isAdmin",
      new."isGardenAngel", new."isBanned", new."bannedReason", new."profileCompleted", new."isUnlisted",
      new."termsVersion", new."createdAt"))
  execute function note_session_change('user');
