-- After a local restart: no message and no run of before is left, so everything unfinished is looked after at once.
UPDATE tasks SET lease_until = NULL, check_at = 0 WHERE status IN ('pending', 'processing') AND lease_ms IS NOT NULL;
UPDATE deliveries SET lease_until = NULL, check_at = due_at WHERE status = 'pending';
