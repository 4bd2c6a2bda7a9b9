-- A member also writes to the garden angels without asking for help: about what moderators decided.
alter table help_requests drop constraint help_requests_kind_check;
alter table help_requests add constraint help_requests_kind_check check (kind in ('technical', 'care', 'message'));
