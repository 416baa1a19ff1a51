CREATE INDEX "users_of_domain" ON "users" USING btree ("organization_id",split_part("email", '@', 2));--> statement-breakpoint
-- Users tell an organization's own people from others, so a new one makes its cards due. Clients are taken in the order
-- in which changed activities take them.
CREATE FUNCTION "insight_jobs_follow_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "insight_jobs" WHERE "organization_id" IN (SELECT "organization_id" FROM "added")
  ORDER BY "organization_id", "client_id" FOR UPDATE;
  UPDATE "insight_jobs"
  SET "revision" = "revision" + 1, "due_at" = least("due_at", now()), "activities_changed" = true, "failures" = 0
  WHERE "organization_id" IN (SELECT "organization_id" FROM "added");
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_inserted" AFTER INSERT ON "users"
REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "insight_jobs_follow_users"();
