-- The response that a repeated call gets again.

alter table idempotency_keys rename answer to response;
