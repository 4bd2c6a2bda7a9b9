-- Deletions at Firebase are retried by the job queue. The table keeps who is deleted here, and which subjects still
-- exist at Firebase.

insert into jobs (kind, key, payload, attempts, "createdAt", "dueAt")
select 'firebase-deletion', encode("subjectHash", 'hex'), '{}', attempts, "queuedAt", "nextAttemptAt"
from identity_removals where subject is not null;

alter table identity_removals drop column attempts, drop column "nextAttemptAt";
