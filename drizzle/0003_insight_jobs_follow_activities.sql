-- Whoever changes activities makes the cards of their clients due, in the same transaction. Clients are taken in one order
-- everywhere, so that two transactions wait for each other and never deadlock.
CREATE FUNCTION "insight_jobs_follow_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "insight_jobs" ("organization_id", "client_id")
  SELECT DISTINCT "organization_id", "client_id" FROM "changed" WHERE "client_id" IS NOT NULL ORDER BY 1, 2
  ON CONFLICT ("organization_id", "client_id") DO UPDATE
  SET "revision" = "insight_jobs"."revision" + 1, "due_at" = least("insight_jobs"."due_at", now()), "failures" = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "insight_jobs_follow_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "insight_jobs" ("organization_id", "client_id")
  SELECT "organization_id", "client_id" FROM "before" WHERE "client_id" IS NOT NULL
  UNION
  SELECT "organization_id", "client_id" FROM "after" WHERE "client_id" IS NOT NULL
  ORDER BY 1, 2
  ON CONFLICT ("organization_id", "client_id") DO UPDATE
  SET "revision" = "insight_jobs"."revision" + 1, "due_at" = least("insight_jobs"."due_at", now()), "failures" = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "activities_inserted" AFTER INSERT ON "activities"
REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "insight_jobs_follow_change"();
--> statement-breakpoint
CREATE TRIGGER "activities_deleted" AFTER DELETE ON "activities"
REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "insight_jobs_follow_change"();
--> statement-breakpoint
CREATE TRIGGER "activities_updated" AFTER UPDATE ON "activities"
REFERENCING OLD TABLE AS "before" NEW TABLE AS "after" FOR EACH STATEMENT EXECUTE FUNCTION "insight_jobs_follow_update"();
--> statement-breakpoint
-- What came before this version is due as well.
INSERT INTO "insight_jobs" ("organization_id", "client_id")
SELECT DISTINCT "organization_id", "client_id" FROM "activities" WHERE "client_id" IS NOT NULL;
--> statement-breakpoint
UPDATE "assignment_rules" SET "backlog_after" = '00000000-0000-0000-0000-000000000000' WHERE "client_id" IS NOT NULL;
