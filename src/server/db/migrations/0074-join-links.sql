-- The link by which an address of ADMIN_EMAILS may sign up behind a door that isn't open: it has no account yet.

alter table mailed_links drop constraint mailed_links_purpose_check;
alter table mailed_links add constraint mailed_links_purpose_check
  check (purpose in ('reset', 'verify', 'undo-email-change', 'join'));

alter table mailed_links alter column uid drop not null;
alter table mailed_links add constraint mailed_links_uid_check check ((purpose = 'join') = (uid is null));
