-- Requests that were never about anything but technique: who holds the sitting sees them (TEACH-04). False for the others,
-- and for what an older node stores.
alter table help_requests add "isTechnicalOnly" boolean not null default false;
