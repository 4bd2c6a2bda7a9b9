-- Token buckets of the mails to unconfirmed addresses: one for each mailbox, one for the whole community (T71).

create table mail_limits (
  -- The SHA-256 hash of the mailbox or of the community's name for it.
  key bytea primary key,
  "fullAt" timestamptz not null,
  -- The job whose mail took the last token, so that its retries need no other.
  "jobKey" text not null
);
create index mail_limits_full_at on mail_limits ("fullAt");
