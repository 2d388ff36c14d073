-- Events of accounts (`/v1/webhooks/events`) are deliveries as webhooks of tasks are, so that the release before tries
-- them too. `task_id` is '' for one that is about no task.
-- Such as credits.low; NULL: the end of a task with `webhook_url`.
ALTER TABLE deliveries ADD COLUMN event TEXT;
-- Of an event: whether the account's live or test keys see it.
ALTER TABLE deliveries ADD COLUMN mode TEXT;
CREATE INDEX deliveries_of_events ON deliveries (created_at) WHERE event IS NOT NULL;
