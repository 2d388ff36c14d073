-- What lists say of own templates stands in their head row, so that no list reads their sources. A trigger writes it,
-- whatever release stores the version.
ALTER TABLE templates ADD COLUMN label TEXT;
ALTER TABLE templates ADD COLUMN orientation TEXT;

UPDATE templates SET (label, orientation) = (
  SELECT source ->> '$.label', source ->> '$.orientation' FROM template_versions AS v
  WHERE v.account_id = templates.account_id AND v.category = templates.category AND v.name = templates.name
    AND v.version = templates.version AND json_valid(v.source)
);

CREATE TRIGGER template_label_of_latest AFTER INSERT ON template_versions WHEN json_valid(new.source) BEGIN
  UPDATE templates SET label = new.source ->> '$.label', orientation = new.source ->> '$.orientation'
  WHERE account_id = new.account_id AND category = new.category AND name = new.name AND version = new.version;
END;

CREATE TABLE template_drafts (
  -- At most one draft of each own template, whether it has versions or not. `source` is as in `template_versions`.
  account_id TEXT NOT NULL,
  category   TEXT NOT NULL,
  name       TEXT NOT NULL,
  source     TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, category, name)
) STRICT;
