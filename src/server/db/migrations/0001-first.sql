-- The first tables. Names of columns are those of the specification, so that a thing has one name from the
-- table to the screen. Every moment comes from the server's clock: no now() here or in any query.

create table users (
  id integer generated always as identity primary key,
  name text not null,
  email text,
  "firebaseUid" text,
  "profilePicture" text,
  "isAdmin" boolean not null default false,
  "isGardenAngel" boolean not null default false,
  "isBanned" boolean not null default false,
  "bannedAt" timestamptz,
  "bannedReason" text,
  "lastLoginIp" inet,
  "lastLogin" timestamptz,
  "profileCompleted" boolean not null default false,
  "quantumLovePoints" integer not null default 0,
  "createdAt" timestamptz not null,
  constraint "users_name_length" check (length(name) <= 120),
  constraint "users_completed_is_complete" check (
    not "profileCompleted" or (name <> '' and email is not null and "profilePicture" is not null)
  ),
  constraint "users_ban_has_time_and_reason" check (
    not "isBanned" or ("bannedAt" is not null and "bannedReason" is not null)
  )
);
create unique index "users_email_unique" on users (lower(email));
create unique index "users_firebaseUid_unique" on users ("firebaseUid");

-- The product's own sessions: the only credential. The token itself is nowhere but in the cookie.
create table sessions (
  id integer generated always as identity primary key,
  "tokenHash" bytea not null unique,
  provider text not null,
  uid text not null,
  email text not null,
  name text not null,
  "emailVerified" boolean not null,
  remembered boolean not null,
  "createdAt" timestamptz not null,
  "lastUsedAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  ip inet,
  "revokedAt" timestamptz,
  "revokedBy" text check ("revokedBy" in ('sign-out', 'ban', 'deletion')),
  constraint "sessions_revoked_has_cause" check (("revokedAt" is null) = ("revokedBy" is null))
);
create index "sessions_uid" on sessions (uid) where "revokedAt" is null;
create index "sessions_expiresAt" on sessions ("expiresAt");

-- The built-in identity provider's records; its own sessions never outlive the call that made them.
create table identity_users (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create table identity_sessions (
  id text primary key,
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references identity_users (id) on delete cascade
);
create index "identity_sessions_userId" on identity_sessions ("userId");
create table identity_accounts (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references identity_users (id) on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index "identity_accounts_userId" on identity_accounts ("userId");
create table identity_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null
);
create index "identity_verifications_identifier" on identity_verifications (identifier);

-- Pictures by the hash of what they hold; served at /media/{sha256}.jpg for ever.
create table media_files (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea not null,
  "createdAt" timestamptz not null
);

create table profile_pictures (
  id integer generated always as identity primary key,
  name text not null check (name <> '' and length(name) <= 200),
  "mediaSha256" text not null references media_files (sha256),
  "imageData" text not null check ("imageData" like 'data:image/%'),
  "isActive" boolean not null default true,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  version integer not null default 1
);

create table meditation_templates (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  description text not null,
  duration integer not null check (duration between 0 and 600),
  difficulty text not null default 'Beginner' check (difficulty in ('Beginner', 'Intermediate', 'Advanced')),
  "videoUrl" text not null,
  "thumbnailUrl" text,
  "captionsUrl" text,
  instructor text not null,
  "instructorTitle" text not null,
  "sessionSteps" jsonb not null default '[]' check (jsonb_typeof("sessionSteps") = 'array'),
  "createdAt" timestamptz not null,
  version integer not null default 1
);

create table schedules (
  id integer generated always as identity primary key,
  date date not null,
  "templateId" integer not null references meditation_templates (id),
  "scheduledTime" text not null default '00:00' check ("scheduledTime" ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  "isActive" boolean not null default true,
  "repeatWeeks" integer not null default 0 check ("repeatWeeks" between 0 and 12),
  "repeatCount" integer not null default 1 check ("repeatCount" between 1 and 4),
  "createdAt" timestamptz not null,
  version integer not null default 1
);
create unique index "schedules_one_active_a_day" on schedules (date) where "isActive";
create index "schedules_templateId" on schedules ("templateId");

create table chat_messages (
  id bigint generated always as identity primary key,
  "userId" integer not null references users (id),
  message text not null check (message <> '' and length(message) <= 500),
  "timestamp" timestamptz not null,
  "sessionDate" date not null,
  "clientMessageId" text,
  constraint "chat_messages_once_per_send" unique ("userId", "clientMessageId")
);
create index "chat_messages_by_day" on chat_messages ("sessionDate", "timestamp", id);

-- Append-only: per day and type the latest by createdAt, then by id, counts.
create table mood_entries (
  id bigint generated always as identity primary key,
  "userId" integer not null references users (id),
  "sessionDate" date not null,
  "emotionLevel" smallint not null check ("emotionLevel" between 1 and 8),
  "moodType" text not null check ("moodType" in ('pre', 'post')),
  notes text check (notes is null),
  comment text check (comment <> '' and length(comment) <= 500),
  "createdAt" timestamptz not null
);
create index "mood_entries_by_user" on mood_entries ("userId", "sessionDate", "createdAt", id);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger "mood_entries_append_only" before update on mood_entries
  for each row execute function refuse_change();

-- What was put in once and must not come back after somebody removed it.
create table seeds (
  name text primary key,
  "appliedAt" timestamptz not null
);
