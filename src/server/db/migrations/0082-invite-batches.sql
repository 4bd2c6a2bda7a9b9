-- Lists of people whom administrators invite, refusals of further invitations, and offered attendance
-- (docs/decisions/0101-invite-lists.md).

-- For one person of a list: not among the invites that administrators see and revoke.
alter table invites add column "isPersonal" boolean not null default false;

create table invite_batches (
  id integer generated always as identity primary key,
  "createdAt" timestamptz not null,
  -- Null once their account is deleted.
  "byId" integer references users (id),
  -- How the community has the addresses, in the administrator's words.
  sentence text not null check (sentence <> '' and length(sentence) <= 300)
);

create table invite_recipients (
  id integer generated always as identity primary key,
  "batchId" integer not null references invite_batches (id) on delete cascade,
  "inviteId" integer unique references invites (id) on delete set null,
  -- What is known of a person who isn't a member; null once they joined, refused, or never answered.
  email text check (length(email) <= 254),
  "emailHash" bytea check (("emailHash" is null) = (email is null)),
  "proposedName" text check (length("proposedName") <= 60),
  -- Null for the community's.
  language text check (language in ('en', 'de', 'es', 'pt-BR')),
  -- `sending` until its outcome is stored: after a crash it may have arrived.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'bounced')),
  "sentAt" timestamptz check (("sentAt" is null) = (state = 'waiting')),
  -- What the mail server said.
  "bounceReason" text not null default '' check (length("bounceReason") <= 300),
  answer text check (answer in ('joined', 'refused')),
  -- Who joined by it.
  "joinedId" integer references users (id) check ("joinedId" is null or answer = 'joined')
);
create index "invite_recipients_by_batch" on invite_recipients ("batchId", state);
create index "invite_recipients_by_hash" on invite_recipients ("emailHash") where "emailHash" is not null;
create index "invite_recipients_by_member" on invite_recipients ("joinedId") where "joinedId" is not null;

-- Mailboxes as keyed hashes. The key, made with the first of them, lies beside them: so backups honor them too.
create table mailbox_hash_key (
  "isOnly" boolean primary key default true check ("isOnly"),
  key bytea not null check (length(key) = 32)
);

-- One invitation for a mailbox within 90 days, also after its list is deleted.
create table invited_mailboxes (
  "emailHash" bytea primary key,
  "invitedAt" timestamptz not null,
  -- Null until the mail leaves.
  "mailedAt" timestamptz
);
create index "invited_mailboxes_mailed" on invited_mailboxes ("mailedAt");
create index "invited_mailboxes_age" on invited_mailboxes ((coalesce("mailedAt", "invitedAt")));

-- 'Don't write to me again': for good.
create table mail_refusals (
  "emailHash" bytea primary key,
  "createdAt" timestamptz not null
);

-- Attendance that a list names, until its person keeps it or not.
create table offered_time (
  id bigint generated always as identity primary key,
  "batchId" integer not null references invite_batches (id) on delete cascade,
  email text not null check (length(email) <= 254),
  date date not null,
  minutes integer not null check (minutes between 1 and 1440),
  "createdAt" timestamptz not null,
  -- A file that is added twice changes nothing.
  unique (email, date, minutes)
);
create index "offered_time_by_batch" on offered_time ("batchId");
create index "offered_time_age" on offered_time ("createdAt");
