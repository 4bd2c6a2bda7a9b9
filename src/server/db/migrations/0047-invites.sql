-- Invitations that administrators make, for communities that are joined by invitation.

create table invites (
  id integer generated always as identity primary key,
  code text not null unique,
  uses integer not null check (uses between 1 and 1000),
  used integer not null default 0 check (used between 0 and uses),
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  "revokedAt" timestamptz,
  "makerId" integer references users (id) on delete set null
);

create index invites_end on invites (least("revokedAt", "expiresAt"));
