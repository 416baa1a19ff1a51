ALTER TABLE "insight_jobs" ADD COLUMN "activities_changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "insight_jobs" ALTER COLUMN "activities_changed" SET DEFAULT true;--> statement-breakpoint
UPDATE "insight_jobs" SET "activities_changed" = true WHERE "due_at" <= now();--> statement-breakpoint
CREATE INDEX "insight_jobs_changed" ON "insight_jobs" USING btree ("organization_id","due_at") WHERE "insight_jobs"."activities_changed";--> statement-breakpoint
CREATE INDEX "insight_jobs_unrefreshed" ON "insight_jobs" USING btree ("due_at") WHERE not "insight_jobs"."activities_changed";--> statement-breakpoint
-- As in 0003, and "activities_changed".
CREATE OR REPLACE FUNCTION "insight_jobs_follow_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "insight_jobs" ("organization_id", "client_id")
  SELECT DISTINCT "organization_id", "client_id" FROM "changed" WHERE "client_id" IS NOT NULL ORDER BY 1, 2
  ON CONFLICT ("organization_id", "client_id") DO UPDATE
  SET "revision" = "insight_jobs"."revision" + 1, "due_at" = least("insight_jobs"."due_at", now()),
    "activities_changed" = true, "failures" = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "insight_jobs_follow_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "insight_jobs" ("organization_id", "client_id")
  SELECT "organization_id", "client_id" FROM "before" WHERE "client_id" IS NOT NULL
  UNION
  SELECT "organization_id", "client_id" FROM "after" WHERE "client_id" IS NOT NULL
  ORDER BY 1, 2
  ON CONFLICT ("organization_id", "client_id") DO UPDATE
  SET "revision" = "insight_jobs"."revision" + 1, "due_at" = least("insight_jobs"."due_at", now()),
    "activities_changed" = true, "failures" = 0;
  RETURN NULL;
END
$$;
