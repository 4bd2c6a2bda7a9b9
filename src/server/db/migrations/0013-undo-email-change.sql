-- The link by which an owner undoes a change of address, and the session that asked for a link.

alter table mailed_links drop constraint mailed_links_purpose_check;
alter table mailed_links add constraint mailed_links_purpose_check
  check (purpose in ('reset', 'verify', 'undo-email-change'));

alter table mailed_links add column "sessionId" integer;

-- An address that a change can be brought back to is kept for its owner meanwhile.
create index "mailed_links_undo_email" on mailed_links (email) where purpose = 'undo-email-change';
