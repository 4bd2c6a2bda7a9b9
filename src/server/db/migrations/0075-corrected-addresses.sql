-- An administrator may correct the unconfirmed address that a member signs in with (USR-25). Until it is confirmed in a
-- session of the account, no reset link is mailed to it.

alter table identity_users add "isCorrected" boolean not null default false;
-- When it was corrected; null once the member has read it.
alter table users add "emailCorrectedAt" timestamptz;
