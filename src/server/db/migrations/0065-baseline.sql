-- The schema that migrations 0001 to 0065 made, in one file (docs/decisions/0094). A database that ran those has this
-- file's row instead, with their time. Databases know its checksum, so it is never edited: later files change it.
--
-- Columns have the names of the specification. Times come from the server's clock, so statements pass them. Foreign
-- keys cross the features in both directions, so the order is that of an empty database, with a heading for each part.

-- == Shared: search, append-only tables, seeds, jobs ==

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- A text as it is searched and sorted: without case and accents, and without the joiners and variation selectors that
-- names keep (RFC 5892, A.1 and A.2; emoji).
create function folded(word text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, translate(word, U&'\200C\200D\FE0E\FE0F', '')));

-- The pattern that finds a word anywhere in `words`. A short one has no trigram, and is found where words begin.
create function containing(word text) returns text language sql immutable strict parallel safe
  return case when length(folded(word)) < 3 then '% ' else '%' end
    || regexp_replace(folded(word), '([\\%_])', '\\\1', 'g') || '%';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Content that was inserted once, and must not come back after an administrator deleted it.
create table seeds (
  name text primary key,
  "appliedAt" timestamptz not null
);

-- The job queue (docs/decisions/0044). A node that claims a job locks it until "lockedUntil" and renews that; another
-- node claims the job after a crash.
create table jobs (
  id integer generated always as identity primary key,
  kind text not null,
  key text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  "createdAt" timestamptz not null,
  "dueAt" timestamptz not null,
  "startedAt" timestamptz,
  "lockedUntil" timestamptz,
  unique (kind, key)
);
create index "jobs_due" on jobs (kind, "dueAt");

-- == auth: accounts, sign-ins, sessions, mailed links ==

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
  -- The sum of the member's ledger.
  "quantumLovePoints" integer not null default 0,
  "createdAt" timestamptz not null,
  -- An address that waits for its confirmation.
  "pendingEmail" text check ("pendingEmail" <> '' and length("pendingEmail") <= 254),
  "bannedBy" integer references users (id),
  -- An erased account keeps its row, so that the points that others earned by it stay true.
  "deletedAt" timestamptz,
  -- Whether it was ever decided that the member is, or is no longer, an administrator: ADMIN_EMAILS then has no effect.
  "isAdminDecided" boolean not null default false,
  -- In no list of the room, but in its number.
  "isUnlisted" boolean not null default false,
  -- The newest version that the member accepted; 0 for none. Null for members from before versions were stored.
  "termsVersion" integer,
  -- Null until a sign-in shows it; chosen in the settings (docs/decisions/0085).
  language text check (language in ('en', 'de', 'es', 'pt-BR')),
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
-- Many bans in an hour by one member are worth a look.
create index "users_bans_by" on users ("bannedBy", "bannedAt") where "bannedBy" is not null;
-- Finds the owner of a picture that may be deleted.
create index "users_by_picture" on users ("profilePicture") where "profilePicture" is not null;
-- Few, and counted before one of them loses the role (I19).
create index "users_admins" on users (id) where "isAdmin";

create function note_admin_decision() returns trigger language plpgsql as $$
begin
  new."isAdminDecided" := true;
  return new;
end $$;
create trigger "users_admin_decided" before update on users for each row
  when (old."isAdmin" is distinct from new."isAdmin") execute function note_admin_decision();

-- Members' writes lock their row for key share, so that points can be added to it meanwhile. A statement that takes a
-- right away still waits for those writes (I11).
create function wait_for_writes() returns trigger language plpgsql as $$
begin
  perform from users where id = old.id for update;
  return new;
end $$;
create trigger "users_rights_wait_for_writes" before update on users for each row
  when (old."isBanned" is distinct from new."isBanned" or old."isAdmin" is distinct from new."isAdmin"
    or old."isGardenAngel" is distinct from new."isGardenAngel" or old."deletedAt" is distinct from new."deletedAt")
  execute function wait_for_writes();

-- The sessions are the only credential of a member. The token itself is in the cookie alone.
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
  "revokedBy" text check ("revokedBy" in ('sign-out', 'ban', 'deletion', 'password')),
  constraint "sessions_revoked_has_cause" check (("revokedAt" is null) = ("revokedBy" is null))
);
-- Ended sessions too: an erasure and an export read them.
create index "sessions_by_uid" on sessions (uid);
create index "sessions_expiresAt" on sessions ("expiresAt");

-- A row for each change of a session, or of what its caller is shown as, by the number of its transaction. A node
-- remembers which transactions were running when it last read, so it misses no row, however late that is committed. No
-- clock takes part. Rows are deleted after some minutes, when every node has read them.
create table session_changes (
  xid xid8 not null default pg_current_xact_id(),
  -- 'swept': the rows before this transaction are deleted.
  what text not null check (what in ('session', 'user', 'swept')),
  -- Of the session or the user; a number alone, so that no personal data is left here.
  id integer not null,
  primary key (xid, what, id)
);

create function note_session_change() returns trigger language plpgsql as $$
begin
  insert into session_changes (what, id) values (tg_argv[0], coalesce(new.id, old.id)) on conflict do nothing;
  return null;
end $$;

-- Without "lastUsedAt" and "lastLogin", which no one is shown, and which are written all the time.
create trigger "sessions_changed" after update on sessions for each row
  when ((old."tokenHash", old.provider, old.uid, old.email, old.name, old."emailVerified", old.remembered,
      old."expiresAt", old."revokedAt", old."revokedBy")
    is distinct from (new."tokenHash", new.provider, new.uid, new.email, new.name, new."emailVerified", new.remembered,
      new."expiresAt", new."revokedAt", new."revokedBy"))
  execute function note_session_change('session');
create trigger "sessions_gone" after delete on sessions for each row execute function note_session_change('session');
create trigger "users_changed" after update on users for each row
  when ((old."firebaseUid", old.name, old.email, old."pendingEmail", old."profilePicture", old."isAdmin",
      old."isGardenAngel", old."isBanned", old."bannedReason", old."profileCompleted", old."isUnlisted",
      old."termsVersion", old."createdAt")
    is distinct from (new."firebaseUid", new.name, new.email, new."pendingEmail", new."profilePicture", new."isAdmin",
      new."isGardenAngel", new."isBanned", new."bannedReason", new."profileCompleted", new."isUnlisted",
      new."termsVersion", new."createdAt"))
  execute function note_session_change('user');
create trigger "users_come_or_gone" after insert or delete on users
  for each row execute function note_session_change('user');

-- The built-in identity provider. Its own sessions end with the call that created them.
create table identity_users (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  -- Whether the address was confirmed in a session of the account. Only that counts for ADMIN_EMAILS (T70).
  "emailProvedSignedIn" boolean not null default false
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

-- The subjects that Firebase or Google proved, and the identity here of each: a uid stays one person's, whichever of
-- them proves it. Two sign-ins at once meet at the primary key.
create table outside_identities (
  provider text not null check (provider in ('firebase', 'google')),
  subject text not null,
  uid text not null,
  -- The address that was proved last.
  email text not null,
  "emailVerified" boolean not null,
  -- The sign-in that proved it first; null while it isn't verified.
  "provenSince" timestamptz,
  "createdAt" timestamptz not null,
  primary key (provider, subject)
);
create index "outside_identities_uid" on outside_identities (uid);
create index "outside_identities_email" on outside_identities (email) where "emailVerified";

-- Accounts that were deleted here, and still exist at Firebase. The hash stays: such an account never comes in again.
-- The subject is cleared once it is deleted there, or once that is given up.
create table identity_removals (
  "subjectHash" bytea primary key,
  subject text,
  "queuedAt" timestamptz not null
);

-- A mailed link, by the hash of its secret: for one purpose, one identity and one address.
create table mailed_links (
  "tokenHash" bytea primary key,
  purpose text not null check (purpose in ('reset', 'verify', 'undo-email-change')),
  uid text not null,
  email text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  -- The session that asked for it.
  "sessionId" integer
);
create index "mailed_links_uid" on mailed_links (uid);
create index "mailed_links_expiresAt" on mailed_links ("expiresAt");
-- An address that a change can be undone to is reserved for its owner meanwhile.
create index "mailed_links_undo_email" on mailed_links (email) where purpose = 'undo-email-change';

-- The link that makes the first administrator; only the hash of its secret.
create table first_admin_links (
  "tokenHash" bytea primary key check (octet_length("tokenHash") = 32),
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null
);

-- Token buckets of the mails to unconfirmed addresses: one for each mailbox, one for the whole community (T71).
create table mail_limits (
  -- The SHA-256 hash of the mailbox or of the community's name for it.
  key bytea primary key,
  "fullAt" timestamptz not null,
  -- The job whose mail took the last token, so that its retries need no other.
  "jobKey" text not null
);
create index mail_limits_full_at on mail_limits ("fullAt");

-- == http: repeated calls ==

-- Calls that were made under a key of the client's choice, so that a repeat changes nothing (I28).
create table idempotency_keys (
  "userId" integer not null references users (id),
  -- Such as 'POST /api/mood/entry'.
  call text not null,
  key text not null check (char_length(key) between 1 and 128),
  -- SHA-256 of the input.
  "inputHash" bytea not null check (octet_length("inputHash") = 32),
  -- The response that a repeated call gets again. Null only inside the transaction that claimed the key.
  response jsonb,
  "createdAt" timestamptz not null,
  primary key ("userId", call, key)
);

-- == activity: the audit log ==

-- Who changed what of whom; written in the transaction of the change (I23).
create table activities (
  id bigint generated always as identity primary key,
  -- Null: the operator. Locked after users by every transaction that changes both.
  "actorId" integer references users (id),
  action text not null,
  "targetType" text not null,
  "targetId" bigint,
  -- The name of the target at that time; null for members, whose name is read from their row.
  label text,
  before jsonb,
  after jsonb,
  "createdAt" timestamptz not null
);
create index "activities_by_actor" on activities ("actorId", id);
create index "activities_by_target" on activities ("targetType", "targetId", id);
create index "activities_by_action" on activities (action, id);
-- Entries with details of a member or an address, until these are cleared.
create index "activities_with_facts" on activities ("createdAt")
  where "targetType" in ('user', 'referral', 'ip-ban')
    and (label is not null or before is not null or after is not null);

-- Append-only, but an erasure clears the details of its member.
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
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
create trigger "activities_append_only" before update or delete on activities
  for each row execute function refuse_change_but_erasure();
create trigger "activities_never_emptied" before truncate on activities
  for each statement execute function refuse_change();

-- == moderation: banned addresses ==

-- One row for an address, also after its ban was lifted or has expired; earlier bans are in the activity log. IPv6 is
-- banned by its /64.
create table ip_bans (
  id integer generated always as identity primary key,
  "ipAddress" cidr not null,
  reason text not null check (reason <> '' and length(reason) <= 500),
  "bannedAt" timestamptz not null,
  "bannedBy" integer not null references users (id),
  "expiresAt" timestamptz,
  "isActive" boolean not null default true
);
create unique index "ip_bans_one_per_address" on ip_bans ("ipAddress");

-- == profile: pictures ==

-- Pictures by the hash of their content, which is served at /media/{sha256}.jpg.
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

-- == referrals: codes, invitations, points ==

-- A code never changes, and never becomes another member's.
create table referral_codes (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  "userId" integer not null unique references users (id),
  "createdAt" timestamptz not null,
  constraint "referral_codes_owner" unique (code, "userId")
);
create trigger "referral_codes_append_only" before update or delete on referral_codes
  for each row execute function refuse_change();

create table referrals (
  id integer generated always as identity primary key,
  "referrerId" integer not null references users (id),
  "referredId" integer not null references users (id),
  "referralCode" text not null,
  status text not null default 'pending' check (status in ('pending', 'completed', 'superseded', 'void')),
  "rewardGiven" boolean not null default false,
  -- The address from which the friend joined (IPv6 by its /64); null when an administrator set the referrer. Once no
  -- check reads it any more, the next friend who joins by the same code clears it.
  "joinedFrom" text,
  "createdAt" timestamptz not null,
  "completedAt" timestamptz,
  constraint "referrals_code_is_referrers" foreign key ("referralCode", "referrerId")
    references referral_codes (code, "userId"),
  constraint "referrals_not_to_self" check ("referrerId" <> "referredId"),
  constraint "referrals_completed_has_time" check (
    case status when 'completed' then "completedAt" is not null when 'superseded' then true
    else "completedAt" is null end
  )
);
-- A member has at most one referrer at a time (I04), and no two members refer each other (I05).
create unique index "referrals_one_live" on referrals ("referredId") where status in ('pending', 'completed');
create unique index "referrals_no_cycle"
  on referrals (least("referrerId", "referredId"), greatest("referrerId", "referredId"))
  where status in ('pending', 'completed');
create index "referrals_by_referrer" on referrals ("referrerId", id);
create index "referrals_by_referred" on referrals ("referredId");
create index "referrals_by_time" on referrals ("createdAt") where "joinedFrom" is not null;

-- The ledger of Quantum Love points: the sum of a member's rows is their total.
create table quantum_love_transactions (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  amount integer not null check (amount <> 0),
  type text not null check (type in ('join', 'first-session', 'reward', 'reversal')),
  description text not null,
  "referralId" integer not null references referrals (id),
  -- The event that it was paid for; no event is paid for twice (I02).
  "eventKey" text not null,
  "createdAt" timestamptz not null,
  constraint "quantum_love_once_per_event" unique ("eventKey")
);
create index "quantum_love_by_user" on quantum_love_transactions ("userId", id);
create index "quantum_love_rewards_by_time" on quantum_love_transactions ("createdAt") where type = 'reward';
create index "quantum_love_by_referral" on quantum_love_transactions ("referralId");
create trigger "quantum_love_append_only" before update or delete on quantum_love_transactions
  for each row execute function refuse_change();
create trigger "quantum_love_never_emptied" before truncate on quantum_love_transactions
  for each statement execute function refuse_change();

-- The total changes with the ledger, in the same transaction (I01).
create function count_quantum_love() returns trigger language plpgsql as $$
begin
  update users set "quantumLovePoints" = "quantumLovePoints" + new.amount where id = new."userId";
  return null;
end $$;
create trigger "quantum_love_counted" after insert on quantum_love_transactions
  for each row execute function count_quantum_love();

-- Members whose total differs from the ledger; always empty.
create view quantum_love_astray as
  select users.id as "userId", users."quantumLovePoints" as counted, coalesce(ledger.earned, 0)::integer as earned
  from users
  left join (
    select "userId", sum(amount) as earned from quantum_love_transactions group by "userId"
  ) ledger on ledger."userId" = users.id
  where users."quantumLovePoints" <> coalesce(ledger.earned, 0);

-- Corrects such totals, and returns their number. The rows are locked first, in the order of all transactions: the
-- second statement then also sees points that were paid while the first one waited.
create function recount_quantum_love() returns bigint language plpgsql as $$
declare
  held integer[];
  mended bigint;
begin
  held := array(
    select id from users where id in (select "userId" from quantum_love_astray) order by id for no key update
  );
  update users set "quantumLovePoints" = earned from quantum_love_astray where id = "userId" and id = any (held);
  get diagnostics mended = row_count;
  return mended;
end $$;

-- == community: settings, zones, logo ==

-- One row. Its name is filled in from APP_NAME at the first start; the other defaults hold until an administrator
-- saves them.
create table community_settings (
  "isOnlyRow" boolean primary key default true check ("isOnlyRow"),
  version integer not null default 1,
  -- The least number of members that the room's energy needs.
  "reflectionPairsMin" integer not null default 8 check ("reflectionPairsMin" between 5 and 50),
  -- Empty for the product's own text.
  "careText" text not null default '' check (length("careText") <= 1000),
  "careResources" jsonb not null default '[]',
  "severalADay" boolean not null default false,
  name text not null default '' check (length(name) <= 60),
  hue smallint check (hue between 0 and 359),
  welcome text not null default '' check (length(welcome) <= 500),
  links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
  joining text not null default 'open' check (joining in ('open', 'invitation', 'closed')),
  bell text not null default 'bowl' check (bell in ('bowl', 'chime', 'gong', 'off')),
  "chatDays" smallint not null default 90 check ("chatDays" between 30 and 90),
  "newSchedules" jsonb not null default '{"scheduledTime": "00:00", "together": true, "doorsMinutes": 15, "gatherSeconds": 60, "bellSeconds": 8, "silenceMinutes": 0, "sharingMinutes": 15}',
  -- The fields of the last change as they were before it, for a day.
  previous jsonb,
  "changedAt" timestamptz,
  "logoId" text,
  language text not null default 'en' check (language in ('en', 'de', 'es', 'pt-BR')),
  -- By language: { welcome, careText }; an empty text counts as none (docs/decisions/0087).
  translations jsonb not null default '{}' check (translations - array['en', 'de', 'es', 'pt-BR'] = '{}')
);
insert into community_settings default values;

-- The zones by whose clock the community's days begin, each from its first day on (docs/decisions/0066).
create table community_zones (
  "fromDay" date primary key,
  zone text not null check (zone <> ''),
  -- Null for the first one, which a new community gets.
  "chosenAt" timestamptz
);
insert into community_zones values ('0001-01-01', 'America/Chicago');

-- The renditions of a logo, kept while they are shown or can be restored by an undo.
create table community_logo_files (
  -- The SHA-256 of the logo.
  "logoId" text not null check ("logoId" ~ '^[0-9a-f]{64}$'),
  kind text not null
    check (kind in ('logo', 'icon-32', 'icon-180', 'icon-192', 'icon-512', 'maskable-192', 'maskable-512')),
  content bytea not null,
  primary key ("logoId", kind)
);

-- == invites: invitations of administrators ==

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

-- == legal: a community's own texts, versions of its terms, acceptances ==

create table legal_texts (
  page text primary key check (page in ('privacy', 'terms', 'care')),
  mode text not null default 'shipped' check (mode in ('shipped', 'added', 'replaced')),
  text text not null default '' check (length(text) <= 50000),
  -- Who runs the community; on the row of the privacy page, for the terms as well.
  responsible text not null default '' check (length(responsible) <= 2000),
  version integer not null default 1,
  -- Whether a file of DATA_DIR/pages was looked for.
  "isFileRead" boolean not null default false,
  -- The fields of the last change as they were before it, for a day.
  previous jsonb,
  "changedAt" timestamptz,
  -- By language: the text of the page, in place of "text".
  translations jsonb not null default '{}' check (translations - array['en', 'de', 'es', 'pt-BR'] = '{}')
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

-- == templates, schedules, sittings ==

create table meditation_templates (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  description text not null,
  -- Minutes.
  duration integer not null check (duration between 0 and 600),
  difficulty text not null default 'Beginner' check (difficulty in ('Beginner', 'Intermediate', 'Advanced')),
  "videoUrl" text not null,
  "thumbnailUrl" text,
  "captionsUrl" text,
  instructor text not null,
  "instructorTitle" text not null,
  "sessionSteps" jsonb not null default '[]' check (jsonb_typeof("sessionSteps") = 'array'),
  "createdAt" timestamptz not null,
  version integer not null default 1,
  -- A deleted template stays for the days that had it (TPL-12).
  "archivedAt" timestamptz,
  "mediaSeconds" numeric(8, 2) check ("mediaSeconds" > 0),
  "keepsTempo" boolean not null default false,
  -- For listening with the screen off; without it the video's file is played.
  "audioUrl" text,
  -- By language: { title, description, steps, captionsUrl } (docs/decisions/0087).
  translations jsonb not null default '{}'
    check (translations - array['en', 'de', 'es', 'pt-BR'] = '{}')
    check (not jsonb_path_exists(translations, '$.* ? (!exists(@.title) || @.title == "")'))
);
create index "meditation_templates_to_choose" on meditation_templates (title, id) where "archivedAt" is null;

create table schedules (
  id integer generated always as identity primary key,
  date date not null,
  "templateId" integer not null references meditation_templates (id),
  "scheduledTime" text not null default '00:00' check ("scheduledTime" ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  "isActive" boolean not null default true,
  "repeatWeeks" integer not null default 0 check ("repeatWeeks" between 0 and 12),
  "repeatCount" integer not null default 1 check ("repeatCount" between 1 and 4),
  "createdAt" timestamptz not null,
  version integer not null default 1,
  together boolean not null default false,
  "doorsMinutes" integer not null default 15 check ("doorsMinutes" between 0 and 60),
  "gatherSeconds" integer not null default 60 check ("gatherSeconds" between 0 and 600),
  "bellSeconds" integer not null default 8 check ("bellSeconds" between 0 and 30),
  "silenceMinutes" integer not null default 0 check ("silenceMinutes" between 0 and 180),
  "sharingMinutes" integer not null default 15 check ("sharingMinutes" between 0 and 120),
  -- Which of a day's schedules; its number has no other meaning (docs/decisions/0083).
  slot smallint not null default 0 check (slot between 0 and 7),
  -- The zone of its time, null for the community's, and by how many days its start is shifted in that zone.
  "timeZone" text check ("timeZone" <> ''),
  "dayShift" smallint not null default 0 check ("dayShift" between -2 and 2),
  -- The id of the series' first row, which may be deleted since; null for a schedule that was planned alone.
  "seriesId" integer,
  constraint "schedules_own_zone"
    check (("timeZone" is null and "dayShift" = 0) or ("timeZone" is not null and together)),
  constraint "schedules_together_has_time" check (not together or "scheduledTime" <> '00:00')
);
create unique index "schedules_one_active_a_day" on schedules (date, slot) where "isActive";
create unique index "schedules_one_all_day" on schedules (date) where "isActive" and not together;
create index "schedules_templateId" on schedules ("templateId");
create index "schedules_seriesId" on schedules ("seriesId") where "seriesId" is not null;

create function refuse_second_schedule() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and (old.date, old.slot, old."isActive") = (new.date, new.slot, new."isActive") then
    return new;
  end if;
  -- The switch waits for this lock, and then sees the row.
  perform from community_settings where "severalADay" for share;
  if not found then
    raise unique_violation using constraint = 'schedules_one_active_a_day';
  end if;
  return new;
end $$;
create trigger "schedules_several" before insert or update on schedules for each row
  when (new."isActive" and new.slot > 0) execute function refuse_second_schedule();

-- A schedule is what administrators plan; a sitting is what happens, so hosts change only sittings.
create table sittings (
  -- Far from the ids of schedules, so that one in place of the other fails every test.
  id integer generated always as identity (start with 10001) primary key,
  "roomDay" date not null,
  "scheduleId" integer references schedules (id) on delete set null,
  "templateId" integer not null references meditation_templates (id),
  -- The schedule's bell while the row follows its schedule; null once a host started it, or the schedule moved away.
  "scheduledAt" timestamptz,
  "videoUrl" text not null,
  "audioUrl" text,
  "mediaSeconds" numeric(8, 2) not null check ("mediaSeconds" > 0),
  "keepsTempo" boolean not null,
  "doorsAt" timestamptz not null,
  "gatherAt" timestamptz not null,
  "startsAt" timestamptz not null,
  "videoAt" timestamptz not null,
  "sharingAt" timestamptz not null,
  "endsAt" timestamptz not null,
  "cancelledAt" timestamptz,
  "cancelNote" text check (length("cancelNote") <= 200),
  version integer not null default 1,
  "createdAt" timestamptz not null,
  -- By the room clock.
  "changedAt" timestamptz not null,
  constraint "sittings_note_of_cancelled" check ("cancelNote" is null or "cancelledAt" is not null),
  -- A sitting that is ended while the bell sounds has its sharing before its video.
  constraint "sittings_in_order" check ("doorsAt" <= "gatherAt" and "gatherAt" <= "startsAt" and "startsAt" <= "videoAt"
    and "startsAt" <= "sharingAt" and "sharingAt" <= "endsAt" and "doorsAt" < "endsAt"),
  -- Deferrable: one statement may move neighbors by an hour.
  constraint "sittings_overlap" exclude using gist (tstzrange("doorsAt", "endsAt") with &&)
    where ("cancelledAt" is null) deferrable initially immediate
);
create unique index "sittings_one_per_schedule" on sittings ("scheduleId") where "scheduledAt" is not null;
create index "sittings_scheduleId" on sittings ("scheduleId");
create index "sittings_of_room" on sittings ("roomDay", "doorsAt");
create index "sittings_of_template" on sittings ("templateId", "doorsAt");

-- == meditation: visits, and the clock that credits them ==

-- One or several visits of a member to one day's meditation.
create table meditation_sessions (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  "sessionDate" date not null,
  "startTime" timestamptz not null,
  -- The time of the last credit.
  "endTime" timestamptz not null,
  -- Seconds.
  duration integer not null default 0 check (duration between 0 and 7200),
  "templateId" integer not null references meditation_templates (id),
  completed boolean not null default false,
  "isOpen" boolean not null default true,
  "createdAt" timestamptz not null,
  -- Sample data of an administrator (HIST-20): in no total, and never completing anything.
  "isSample" boolean not null default false,
  constraint "meditation_sessions_in_order" check ("endTime" >= "startTime"),
  constraint "meditation_sessions_sample_is_over" check (not "isSample" or (not "isOpen" and not completed))
);
create unique index "meditation_sessions_one_open" on meditation_sessions ("userId", "sessionDate") where "isOpen";
-- Neither index has `duration`: every heartbeat would write to it.
create index "meditation_sessions_by_user" on meditation_sessions ("userId", "sessionDate");
create index "meditation_sessions_by_day" on meditation_sessions ("sessionDate") where not "isSample";

-- Until when a member's time has been credited, over all tabs, devices and rows (I06).
create table meditation_clocks (
  "userId" integer primary key references users (id),
  "lastCreditAt" timestamptz not null,
  "lastCallAt" timestamptz not null,
  -- Pages that opened and haven't reported their end; at 0, "lastCallAt" is when the last one left.
  "openPages" integer not null default 0 constraint "meditation_clocks_openVisits_check" check ("openPages" >= 0)
);

-- == members: the administrators' list, members' time ==

-- The keys by which the list is searched and sorted, and the totals of members' time. Triggers write them, so that a
-- page of the list costs the same with a hundred thousand members. Members that aren't deleted have a row.
create table member_keys (
  "userId" integer primary key references users (id),
  name text collate "C" not null,
  -- Name and address, with a blank before each.
  words text collate "C" not null,
  -- The name of their referrer.
  referrer text collate "C",
  "referralCount" integer not null default 0
);
create index "member_keys_by_name" on member_keys (name, "userId");
-- Members without a referrer come last in both directions.
create index "member_keys_by_referrer" on member_keys (referrer, "userId");
create index "member_keys_by_referrer_backwards" on member_keys (referrer desc nulls last, "userId" desc);
create index "member_keys_by_referrals" on member_keys ("referralCount", "userId");
create index "member_keys_words" on member_keys using gin (words gin_trgm_ops);

-- A table of its own, because heartbeats write here. They touch the index when a whole minute is full, and have room
-- beside the row before (I25).
create table member_times (
  "userId" integer primary key references users (id),
  -- Of all visits, without samples.
  seconds bigint not null default 0,
  -- Minutes.
  adjusted integer not null default 0,
  minutes integer not null generated always as ((seconds / 60)::integer + adjusted) stored
) with (fillfactor = 60);
create index "member_times_by_minutes" on member_times (minutes, "userId");

-- Minutes that an administrator adds to a member's time or takes from it; the visits stay as they are (USR-19).
create table time_adjustments (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  minutes integer not null check (minutes <> 0),
  "adjustedBy" integer not null references users (id),
  "createdAt" timestamptz not null
);
create index "time_adjustments_by_user" on time_adjustments ("userId");

create function keep_member_keys() returns trigger language plpgsql as $$
begin
  if new."deletedAt" is not null then
    delete from member_keys where "userId" = new.id;
    delete from member_times where "userId" = new.id;
  elsif tg_op = 'INSERT' then
    insert into member_keys ("userId", name, words)
      values (new.id, folded(new.name), ' ' || folded(new.name) || ' ' || folded(coalesce(new.email, '')));
    insert into member_times ("userId") values (new.id);
  else
    update member_keys
      set name = folded(new.name), words = ' ' || folded(new.name) || ' ' || folded(coalesce(new.email, ''))
      where "userId" = new.id;
  end if;
  if tg_op = 'UPDATE' and new.name <> old.name then
    update member_keys set referrer = folded(new.name) from referrals
      where "referrerId" = new.id and "referredId" = "userId" and status in ('pending', 'completed');
  end if;
  return null;
end $$;
create trigger "users_listed" after insert on users for each row execute function keep_member_keys();
create trigger "users_listed_anew" after update on users for each row
  when (old.name <> new.name or old.email is distinct from new.email
    or old."deletedAt" is distinct from new."deletedAt")
  execute function keep_member_keys();

create function keep_referral_keys() returns trigger language plpgsql as $$
declare
  was_live boolean := tg_op <> 'INSERT' and old.status in ('pending', 'completed');
  is_live boolean := tg_op <> 'DELETE' and new.status in ('pending', 'completed');
begin
  if was_live and is_live and (old."referrerId", old."referredId") = (new."referrerId", new."referredId") then
    return null;
  end if;
  if was_live then
    update member_keys set "referralCount" = "referralCount" - 1 where "userId" = old."referrerId";
    update member_keys set referrer = null where "userId" = old."referredId";
  end if;
  if is_live then
    update member_keys set "referralCount" = "referralCount" + 1 where "userId" = new."referrerId";
    update member_keys set referrer = (select folded(name) from users where id = new."referrerId")
      where "userId" = new."referredId";
  end if;
  return null;
end $$;
create trigger "referrals_listed" after insert or update or delete on referrals
  for each row execute function keep_referral_keys();

create function count_member_seconds() returns trigger language plpgsql as $$
declare
  added integer := 0;
begin
  if tg_op <> 'INSERT' and not old."isSample" then added := added - old.duration; end if;
  if tg_op <> 'DELETE' and not new."isSample" then added := added + new.duration; end if;
  if added <> 0 then
    update member_times set seconds = seconds + added where "userId" = coalesce(new."userId", old."userId");
  end if;
  return null;
end $$;
create trigger "meditation_sessions_counted" after insert or update of duration, "isSample" or delete
  on meditation_sessions for each row execute function count_member_seconds();

create function count_member_adjustments() returns trigger language plpgsql as $$
begin
  update member_times set adjusted = adjusted + coalesce(new.minutes, 0) - coalesce(old.minutes, 0)
    where "userId" = coalesce(new."userId", old."userId");
  return null;
end $$;
create trigger "time_adjustments_counted" after insert or update or delete on time_adjustments
  for each row execute function count_member_adjustments();

-- Members whose keys or times differ from the other tables; always empty.
create view members_astray as
  select users.id as "userId"
  from users
  left join member_keys keys on keys."userId" = users.id
  left join member_times times on times."userId" = users.id
  left join (
    select "userId", sum(duration) as seconds from meditation_sessions where not "isSample" group by 1
  ) sat on sat."userId" = users.id
  left join (
    select "userId", sum(minutes) as minutes from time_adjustments group by 1
  ) adjustments on adjustments."userId" = users.id
  left join (
    select "referrerId", count(*) as count from referrals where status in ('pending', 'completed') group by 1
  ) invited on invited."referrerId" = users.id
  left join referrals on "referredId" = users.id and status in ('pending', 'completed')
  left join users referrers on referrers.id = referrals."referrerId"
  where case when users."deletedAt" is not null then keys."userId" is not null or times."userId" is not null
    else (keys.name, keys.words, keys.referrer, keys."referralCount", times.seconds, times.adjusted)
      is distinct from (
        folded(users.name), ' ' || folded(users.name) || ' ' || folded(coalesce(users.email, '')),
        folded(referrers.name), coalesce(invited.count, 0)::integer, coalesce(sat.seconds, 0),
        coalesce(adjustments.minutes, 0)::integer)
    end;

-- == energy, reflections, care ==

-- Append-only: per day and type the latest by createdAt, then by id, counts.
create table mood_entries (
  id bigint generated always as identity primary key,
  "userId" integer not null references users (id),
  "sessionDate" date not null,
  "emotionLevel" smallint not null check ("emotionLevel" between 1 and 8),
  "moodType" text not null check ("moodType" in ('pre', 'post')),
  notes text check (notes is null),
  comment text check (comment <> '' and length(comment) <= 500),
  "createdAt" timestamptz not null,
  "isSample" boolean not null default false,
  -- Of an After: whether its pair is part of the room's energy.
  "reflectionOptIn" boolean not null default false,
  -- Only of entries made in its time: a Before until the bell, an After in the sharing.
  "sittingId" integer references sittings (id)
);
-- A member's diary is read as a whole: its rows are side by side in this index, and scattered over years in the table.
create index "mood_entries_by_user" on mood_entries ("userId", "sessionDate", "createdAt", id)
  include ("emotionLevel", "moodType", notes, comment, "isSample", "sittingId", "reflectionOptIn");
create index "mood_entries_of_sitting" on mood_entries
  ("sittingId", "moodType", "userId", "createdAt" desc, id desc) where "sittingId" is not null;
create trigger "mood_entries_append_only" before update on mood_entries
  for each row execute function refuse_change();

-- A member's choice to be part of the room's energy; no row before the first choice.
create table reflection_opt_ins (
  "userId" integer primary key references users (id),
  "isOptedIn" boolean not null
);

-- The room's energy is one number for each sitting, and published once: its row never changes.
create table sitting_reflections (
  -- Null together: too few members, so there is no number.
  pairs integer check (pairs >= 5),
  "changeTenths" integer check ("changeTenths" between -70 and 70),
  "sittingId" integer primary key references sittings (id) on delete cascade,
  constraint "sitting_reflections_number" check ((pairs is null) = ("changeTenths" is null))
);
create trigger "sitting_reflections_append_only" before update on sitting_reflections
  for each row execute function refuse_change();

-- The care card: no row before it was first shown, or declined.
create table care_choices (
  "userId" integer primary key references users (id),
  "isOffered" boolean not null default true,
  "shownAt" timestamptz
);

-- == chat ==

create table chat_messages (
  id bigint generated always as identity primary key,
  "userId" integer not null references users (id),
  -- A deleted message stays for moderation until the retention clears its text.
  message text not null constraint "chat_messages_message_check"
    check (length(message) <= 500 and (message <> '' or "deletedAt" is not null)),
  "timestamp" timestamptz not null,
  "sessionDate" date not null,
  "clientMessageId" text,
  "deletedAt" timestamptz,
  "deletedBy" integer references users (id),
  constraint "chat_messages_once_per_send" unique ("userId", "clientMessageId"),
  constraint "chat_messages_deleted_by_somebody" check (("deletedAt" is null) = ("deletedBy" is null))
);
create index "chat_messages_by_day" on chat_messages ("sessionDate", "timestamp", id) where "deletedAt" is null;
create index "chat_messages_deleted_by_day" on chat_messages ("sessionDate") where "deletedAt" is not null;

create table message_likes (
  id bigint generated always as identity primary key,
  "messageId" bigint not null references chat_messages (id) on delete cascade,
  "userId" integer not null references users (id),
  "createdAt" timestamptz not null,
  constraint "message_likes_once" unique ("messageId", "userId")
);
create index "message_likes_by_user" on message_likes ("userId", "messageId");

-- == help: requests to the moderators during a sitting, and their replies ==

create table help_requests (
  id integer generated always as identity primary key,
  "userId" integer not null references users (id),
  kind text not null check (kind in ('technical', 'care')),
  details jsonb,
  "createdAt" timestamptz not null,
  "takenBy" integer references users (id),
  "takenAt" timestamptz,
  "closedAt" timestamptz,
  -- The last message of the member.
  "askedAt" timestamptz not null default now(),
  "sittingId" integer not null references sittings (id),
  unique ("sittingId", "userId")
);
create index "help_requests_userId" on help_requests ("userId");
create index "help_requests_takenBy" on help_requests ("takenBy") where "takenBy" is not null;

-- A request is free again once its moderator may no longer act. A trigger, so that every way to lose a role, to be
-- banned or erased releases it in the same transaction.
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

create table help_messages (
  id integer generated always as identity primary key,
  "requestId" integer not null references help_requests (id) on delete cascade,
  "isReply" boolean not null,
  text text not null check (text <> '' and length(text) <= 500),
  "createdAt" timestamptz not null
);
create index "help_messages_requestId" on help_messages ("requestId");

-- == thanks ==

-- Who thanked the room in the sharing of a sitting.
create table sitting_thanks (
  "userId" integer not null references users (id),
  -- By the room clock.
  "sentAt" timestamptz not null,
  "sittingId" integer not null references sittings (id) on delete cascade,
  primary key ("sittingId", "userId")
);
create index "sitting_thanks_userId" on sitting_thanks ("userId");
create index "sitting_thanks_sentAt" on sitting_thanks ("sentAt");

-- == push: the community's key pair, the devices that receive notices ==

create table push_key (
  "isOnly" boolean primary key default true check ("isOnly"),
  "publicKey" bytea not null check (length("publicKey") = 65),
  -- Encrypted with a key derived from SESSION_SECRET.
  "sealedPrivateKey" bytea not null,
  "createdAt" timestamptz not null
);

create table push_subscriptions (
  "endpointHash" bytea primary key check (length("endpointHash") = 32),
  endpoint text not null,
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  "userId" integer not null references users (id),
  -- The sign-in of the page that sent it last. No reference: sessions are deleted after their end.
  "sessionId" integer not null,
  "renewedAt" timestamptz not null
);
create index push_subscriptions_by_user on push_subscriptions ("userId");

-- == rhythm ==

-- What members chose about their rhythm. A member without a row chose nothing.
create table rhythm_choices (
  "userId" integer primary key references users (id),
  "daysAWeek" smallint check ("daysAWeek" between 1 and 7),
  "hasStreak" boolean not null default false,
  "isShown" boolean not null default true
);

-- == calendar-feed ==

-- Calendars learn of a deletion only while the feed lists the event as canceled.
create table deleted_sittings (
  id integer primary key,
  "roomDay" date not null,
  "templateId" integer not null references meditation_templates (id) on delete cascade,
  "startsAt" timestamptz not null,
  "endsAt" timestamptz not null,
  version integer not null,
  "deletedAt" timestamptz not null
);
create index "deleted_sittings_by_time" on deleted_sittings ("deletedAt");

-- The addresses of members' feeds.
create table calendar_tokens (
  "userId" integer primary key references users (id),
  "tokenHash" bytea not null unique,
  "createdAt" timestamptz not null
);

-- == mailings: mails to many members ==

-- Tokens that unsubscribe from one kind of mail without a sign-in.
create table unsubscribe_tokens (
  "tokenHash" bytea primary key,
  "userId" integer not null references users (id),
  kind text not null,
  "createdAt" timestamptz not null
);
create index "unsubscribe_tokens_userId" on unsubscribe_tokens ("userId");

-- Members who have had their one mail of a day (REM-06).
create table daily_mails (
  "userId" integer not null references users (id),
  -- A date of the member's zone.
  day date not null,
  primary key ("userId", day)
);
create index "daily_mails_day" on daily_mails (day);

-- == reminders (docs/decisions/0080): choices, what was sent, the sittings as they were announced ==

create table reminder_choices (
  "userId" integer primary key references users (id),
  "tenMinutes" text check ("tenMinutes" = 'push'),
  "dayBefore" text check ("dayBefore" in ('push', 'mail')),
  changes text[] not null default '{}' check (changes <@ array['push', 'mail']),
  -- By the community's clock, 0 is Sunday; null is all.
  weekdays smallint[] check (cardinality(weekdays) > 0),
  times text[] check (cardinality(times) > 0),
  -- Null: the community's.
  zone text check (zone <> ''),
  news boolean not null default false,
  -- A reminder that was due before isn't made up for.
  "chosenAt" timestamptz not null
);

create table reminders_sent (
  -- Without a reference: a sitting may be deleted after its members were notified.
  "sittingId" integer not null,
  "userId" integer not null references users (id),
  kind text not null check (kind in ('ten-minutes', 'day-before', 'changed-push', 'changed-mail')),
  -- Of the announced sitting, for changes; 0 for the others.
  version integer not null,
  -- 'none': nothing was sent, as the member was present or had had the day's mail.
  channel text not null check (channel in ('push', 'mail', 'none')),
  -- The run of a job that claimed it: a later run claims it again unless it was sent.
  "jobId" integer not null,
  run integer not null,
  "sentAt" timestamptz,
  "claimedAt" timestamptz not null,
  primary key ("sittingId", "userId", kind, version)
);
create index "reminders_sent_userId" on reminders_sent ("userId");
create index "reminders_sent_claimedAt" on reminders_sent ("claimedAt");

create table reminder_sittings (
  "sittingId" integer primary key,
  day date not null,
  title text not null,
  -- As announced.
  bell timestamptz not null,
  -- The bell of its schedule, which a host's change leaves.
  "scheduledAt" timestamptz not null,
  cancelled boolean not null,
  version integer not null default 0,
  -- The titles in further languages.
  titles jsonb not null default '{}'
);
create index "reminder_sittings_bell" on reminder_sittings (bell);

-- == news (docs/decisions/0082): what administrators say to everyone, who has read it, its mails ==

create table news (
  id integer generated always as identity primary key,
  title text not null check (title <> ''),
  text text not null check (text <> ''),
  level text not null check (level in ('note', 'important')),
  "fromAt" timestamptz not null,
  "untilAt" timestamptz not null check ("untilAt" > "fromAt"),
  "withdrawnAt" timestamptz,
  -- Null once their account was deleted.
  "byId" integer references users (id),
  "createdAt" timestamptz not null,
  version integer not null default 1
);
create index "news_byId" on news ("byId");

create table news_read (
  "newsId" integer not null references news (id) on delete cascade,
  "userId" integer not null references users (id),
  "readAt" timestamptz not null,
  primary key ("newsId", "userId")
);
create index "news_read_userId" on news_read ("userId");

create table news_mails (
  -- One a day, by the community's days.
  day date primary key,
  -- Null once sent and deleted: the day stays taken.
  "newsId" integer unique references news (id) on delete set null,
  "leavesAt" timestamptz not null,
  "sentAt" timestamptz,
  -- How many members it was queued for.
  recipients integer
);
